import { ellipse, fill, line, type Scene } from './scene.ts'

/** Soft balls, torn by noise: a cloud, or smoke. */
function puffs(
  scene: Scene,
  balls: (readonly [x: number, y: number, radius: number])[],
  [light, shade]: readonly [string, string],
  tear: number,
): string {
  const torn = scene.filter(
    '<feTurbulence type="fractalNoise" baseFrequency="0.011" numOctaves="5" seed="11" result="noise"/>' +
      `<feDisplacementMap in="SourceGraphic" in2="noise" scale="${tear}" xChannelSelector="R" yChannelSelector="G"/>` +
      '<feGaussianBlur stdDeviation="9"/>',
  )
  const ball = ([x, y, radius]: readonly [number, number, number]) =>
    fill(
      ellipse([x, y], radius),
      scene.radial([x - radius * 0.2, y - radius * 0.3], radius * 1.1, [
        [0, light, 0.98],
        [0.6, light, 0.75],
        [1, shade, 0.12],
      ]),
    )
  return `<g filter="${torn}">${balls.map(ball).join('')}</g>`
}

export const cloud = (scene: Scene, colours: readonly [string, string]) =>
  puffs(
    scene,
    [
      [260, 580, 150],
      [740, 590, 150],
      [400, 470, 190],
      [600, 450, 180],
      [500, 600, 210],
      [360, 620, 150],
      [640, 620, 160],
    ],
    colours,
    70,
  )

export const smoke = (scene: Scene, colours: readonly [string, string]) =>
  puffs(
    scene,
    [
      [500, 860, 60],
      [480, 770, 80],
      [530, 670, 95],
      [470, 560, 115],
      [540, 440, 130],
      [450, 320, 140],
      [560, 220, 130],
    ],
    colours,
    190,
  )

export function flame(scene: Scene, colours: readonly [string, string, string]): string {
  const outline = `
      M500 60C520 250 740 400 740 640C740 820 630 910 500 910C370 910 260 820 260 640
      C260 520 340 470 370 350C430 420 440 470 450 510C490 380 460 200 500 60Z
    `
  const tongue = (scale: number, paint: string, deviation: number) =>
    `<g transform="translate(${500 - 500 * scale} ${900 - 900 * scale}) scale(${scale})"` +
    ` filter="${scene.blur(deviation)}">${fill(outline, paint)}</g>`
  const [outer, middle, core] = colours
  const halo = scene.radial([500, 640], 420, [
    [0, outer, 0.5],
    [1, outer, 0],
  ])
  const rise = (from: string, to: string) =>
    scene.linear(
      [0, 900],
      [0, 80],
      [
        [0, from],
        [0.6, to],
        [1, to, 0.6],
      ],
    )
  return (
    fill(ellipse([500, 600], 420, 390), halo) +
    tongue(1, rise(middle, outer), 10) +
    tongue(0.72, rise(core, middle), 14) +
    tongue(0.42, rise('#fff', core), 12)
  )
}

/** Light alone: no part of it is opaque but its middle. */
export function shine(scene: Scene, colour: string): string {
  const halo = scene.radial([500, 500], 480, [
    [0, '#fff', 1],
    [0.1, '#fff', 0.95],
    [0.25, colour, 0.55],
    [0.6, colour, 0.14],
    [1, colour, 0],
  ])
  const ray = (turn: number, length: number) =>
    fill(
      `M500 ${500 - length}Q505 495 ${500} ${500 + length}Q495 505 500 ${500 - length}Z`,
      '#fff',
      `opacity="0.85" transform="rotate(${turn} 500 500)" filter="${scene.blur(3)}"`,
    )
  return fill(ellipse([500, 500], 480), halo) + ray(0, 470) + ray(90, 470) + ray(45, 260) + ray(135, 260)
}

/** Cloth in folds: light and shade run across it, and its hem waves. */
export function silk(scene: Scene, [light, base, shade]: readonly [string, string, string]): string {
  const folds = 7
  const stops = Array.from({ length: folds * 2 + 1 }, (_, at) => {
    const tone = at % 2 ? light : [shade, base, shade][((at / 2) % 3) | 0]!
    return [at / (folds * 2), tone] as const
  })
  const paint = scene.linear([110, 300], [890, 420], stops)
  const cloth = `
      M110 210C260 130 330 270 480 200C630 130 720 250 890 170C870 330 930 470 880 640
      C900 720 860 800 870 850C760 790 700 900 590 840C480 790 420 900 310 830
      C240 800 190 850 130 820C150 690 80 560 120 430C90 350 120 290 110 210Z
    `
  const weave = scene.filter(
    '<feTurbulence type="fractalNoise" baseFrequency="0.0022 0.0045" numOctaves="2" seed="5" result="noise"/>' +
      '<feDisplacementMap in="SourceGraphic" in2="noise" scale="230" xChannelSelector="R" yChannelSelector="G"/>',
  )
  const clip = scene.clip(cloth)
  return (
    `<g transform="translate(20 34)">${fill(cloth, '#10131a', `opacity="0.4" filter="${scene.blur(22)}"`)}</g>` +
    `<g clip-path="${clip}"><g filter="${weave}">${fill('M-60 -60H1060V1060H-60Z', paint)}</g>` +
    line(cloth, '#000', 16, `opacity="0.3" filter="${scene.blur(8)}"`) +
    line(cloth, '#fff', 5, 'opacity="0.35"') +
    '</g>'
  )
}
