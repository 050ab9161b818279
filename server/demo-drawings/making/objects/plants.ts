import { body, ellipse, everywhere, fill, line, type Point, type Scene } from './scene.ts'

export interface LeafColours {
  blade: readonly [string, string, string]
  vein: string
}

/** A leaf by its outline, with veins, curled a little, so that one half is darker. */
export function leaf(scene: Scene, outline: string, { blade: [light, base, shade], vein }: LeafColours): string {
  const paint = scene.linear(
    [200, 200],
    [800, 850],
    [
      [0, light],
      [0.5, base],
      [1, shade],
    ],
  )
  const pairs = [260, 360, 460, 560, 660].map(
    (y) => `M500 ${y + 90}Q${360} ${y + 40} 240 ${y - 60}M500 ${y + 90}Q640 ${y + 40} 760 ${y - 60}`,
  )
  const grain = scene.filter(
    '<feTurbulence type="fractalNoise" baseFrequency="0.02 0.05" numOctaves="4" seed="3" result="noise"/>' +
      '<feDiffuseLighting in="noise" surfaceScale="1.6" diffuseConstant="1.12" lighting-color="#fff" result="lit">' +
      '<feDistantLight azimuth="235" elevation="60"/></feDiffuseLighting>' +
      '<feBlend in="SourceGraphic" in2="lit" mode="multiply" result="shaded"/>' +
      '<feComposite in="shaded" in2="SourceAlpha" operator="in"/>',
  )
  return (
    '<g transform="rotate(24 500 500)">' +
    `<g transform="translate(22 26)">${fill(outline, '#10131a', `opacity="0.32" filter="${scene.blur(18)}"`)}</g>` +
    line('M500 780Q505 880 485 965', vein, 18) +
    `<g clip-path="${scene.clip(outline)}">${fill(everywhere, paint, `filter="${grain}"`)}` +
    `${fill('M500 0H1000V1000H500Z', '#000', `opacity="0.16" filter="${scene.blur(14)}"`)}` +
    `${line(pairs.join(''), vein, 6, 'opacity="0.75"')}${line('M500 120V800', vein, 12)}</g></g>`
  )
}

export const leafOutlines = {
  oval: 'M500 70C690 210 760 420 740 580C720 730 620 810 500 850C380 810 280 730 260 580C240 420 310 210 500 70Z',
  slim: 'M500 30C590 220 620 430 610 600C600 730 560 820 500 880C440 820 400 730 390 600C380 430 410 220 500 30Z',
  maple: `
      M500 60L560 230L650 180L640 340L830 250L790 360L920 400L780 500L820 580L640 600L660 700
      L510 660V800H490V660L340 700L360 600L180 580L220 500L80 400L210 360L170 250L360 340L350 180
      L440 230Z
    `,
  oak: `
    M500 70C580 80 600 150 580 200C660 170 720 240 680 310C770 300 800 390 730 440
    C810 460 810 560 720 580C760 660 680 730 600 690C590 760 550 800 500 840
    C450 800 410 760 400 690C320 730 240 660 280 580C190 560 190 460 270 440
    C200 390 230 300 320 310C280 240 340 170 420 200C400 150 420 80 500 70Z
  `,
} as const

/** A flower from above: petals in two rounds about a heart. */
export function flower(
  scene: Scene,
  petals: readonly [string, string],
  heart: readonly [string, string, string],
  { count = 12, width = 74 } = {},
): string {
  const paint = scene.linear(
    [500, 500],
    [500, 110],
    [
      [0, petals[1]],
      [0.28, petals[1]],
      [0.62, petals[0]],
      [1, petals[0]],
    ],
  )
  const [left, right] = [(by: number) => 500 - width * by, (by: number) => 500 + width * by]
  const petal = `M500 500C${left(1.6)} 380 ${left(1)} 120 500 100C${right(1)} 120 ${right(1.6)} 380 500 500Z`
  const veins = line(petal, petals[1], 4, 'opacity="0.8"') + line('M500 420V180', petals[1], 4, 'opacity="0.35"')
  const round = (turn: number, scale: number) =>
    Array.from({ length: count }, (_, at) => {
      const place = `translate(${500 - 500 * scale} ${500 - 500 * scale}) scale(${scale})`
      const turned = `transform="rotate(${(at / count) * 360 + turn} 500 500) ${place}"`
      return `<g ${turned}>${fill(petal, paint)}${veins}</g>`
    }).join('')
  const at: Point = [500, 500]
  const grain = { frequency: 0.09, height: 3 }
  return (
    fill(ellipse([514, 522], 350), '#10131a', `opacity="0.34" filter="${scene.blur(16)}"`) +
    round(180 / count, 1) +
    `<g>${round(0, 0.9)}</g>` +
    fill(ellipse([506, 510], 118), '#000', `opacity="0.35" filter="${scene.blur(14)}"`) +
    body(scene, ellipse(at, 112), at, 112, { colours: heart, gloss: 0.2, texture: grain })
  )
}
