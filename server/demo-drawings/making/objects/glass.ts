import { ellipse, fill, groundShadow, line, type Point, type Scene } from './scene.ts'

/** A thin film: nearly clear in the middle, in the colours of the rainbow at the rim. */
export function bubble(scene: Scene, [cx, cy]: Point, radius: number): string {
  const film = scene.radial([cx, cy], radius, [
    [0, '#fff', 0.05],
    [0.72, '#bfe6ff', 0.12],
    [0.86, '#b5a7ff', 0.3],
    [0.93, '#ff9fd0', 0.42],
    [0.97, '#ffe9a0', 0.5],
    [1, '#9fe8ff', 0.75],
  ])
  const at = (x: number, y: number) => `${cx + radius * x} ${cy + radius * y}`
  const window = `M${at(-0.62, -0.2)}Q${at(-0.55, -0.6)} ${at(-0.15, -0.7)}`
  const soft = scene.blur(radius * 0.03)
  return (
    fill(ellipse([cx, cy], radius), film) +
    line(window, '#fff', radius * 0.11, `opacity="0.85" filter="${soft}"`) +
    fill(ellipse([cx + radius * 0.42, cy + radius * 0.5], radius * 0.1), '#fff', `opacity="0.55" filter="${soft}"`)
  )
}

/** A marble with a twisted ribbon in it. */
export function marble(scene: Scene, [first, second]: readonly [string, string]): string {
  const at: Point = [500, 520]
  const glass = scene.radial(
    at,
    345,
    [
      [0, '#fff', 0.12],
      [0.6, '#cfe6ea', 0.26],
      [0.9, '#6d8d94', 0.66],
      [1, '#3f5a61', 0.9],
    ],
    [420, 420],
  )
  const vane =
    'M500 200C640 330 640 430 500 520C360 610 360 720 500 840C440 720 450 640 540 540C620 450 620 330 500 200Z'
  const turned = (colour: string, degrees: number) => fill(vane, colour, `transform="rotate(${degrees} 500 520)"`)
  const clip = `clip-path="${scene.clip(ellipse(at, 340))}"`
  return (
    groundShadow(scene, [550, 860], 280, 0.34) +
    fill(ellipse([560, 862], 150, 22), first, `opacity="0.4" filter="${scene.blur(14)}"`) +
    fill(ellipse(at, 340), '#eef7f8', 'opacity="0.35"') +
    `<g ${clip}>${turned(first, 34)}${turned(second, 84)}${turned(first, 134)}</g>` +
    fill(ellipse(at, 340), glass) +
    fill(
      ellipse([395, 370], 92, 58),
      '#fff',
      `opacity="0.95" filter="${scene.blur(10)}" transform="rotate(-38 395 370)"`,
    ) +
    fill(ellipse([610, 700], 120, 50), '#fff', `opacity="0.35" filter="${scene.blur(26)}"`)
  )
}

/** Drops of water, through which one sees. */
export function drop(scene: Scene, outline: string, [cx, cy]: Point, radius: number): string {
  const water = scene.linear(
    [cx - radius, cy - radius],
    [cx + radius, cy + radius],
    [
      [0, '#2c5f86', 0.72],
      [0.45, '#7fb7dc', 0.4],
      [1, '#e8f7ff', 0.62],
    ],
  )
  const clip = `clip-path="${scene.clip(outline)}"`
  const mirrored = ellipse([cx - radius * 0.35, cy - radius * 0.2], radius * 0.13, radius * 0.2)
  return (
    groundShadow(scene, [cx + radius * 0.1, cy + radius * 0.98], radius * 0.8, 0.3) +
    `<g ${clip}>${fill(outline, water)}` +
    fill(
      ellipse([cx + radius * 0.3, cy + radius * 0.45], radius * 0.55, radius * 0.3),
      '#fff',
      `opacity="0.5" filter="${scene.blur(radius * 0.12)}"`,
    ) +
    line(outline, '#123a58', radius * 0.08, `opacity="0.5" filter="${scene.blur(radius * 0.04)}"`) +
    `</g>${fill(mirrored, '#fff', `opacity="0.95" filter="${scene.blur(radius * 0.02)}"`)}`
  )
}
export const fallingDrop =
  'M500 90C560 260 780 460 780 640C780 800 655 900 500 900C345 900 220 800 220 640C220 460 440 260 500 90Z'

/** A vessel that is alike on both sides of its axis: glass in one colour, perhaps with something in it. */
export function vessel(scene: Scene, outline: string, colour: string, { drink = '', opacity = 0.55 } = {}): string {
  const clear = opacity < 0.3
  const glass = scene.linear(
    [250, 0],
    [750, 0],
    [
      [0, colour, Math.min(opacity + 0.4, 1)],
      [0.18, colour, opacity],
      [0.5, colour, opacity * 0.75],
      [0.8, colour, opacity + 0.12],
      [1, '#101810', clear ? 0.5 : 0.85],
    ],
  )
  const soft = scene.blur(7)
  return (
    groundShadow(scene, [525, 935], 190, 0.4) +
    `<g clip-path="${scene.clip(outline)}">${drink}${fill(outline, glass)}` +
    line(outline, clear ? '#3f5661' : '#0c150c', 16, `opacity="0.75" filter="${scene.blur(4)}"`) +
    fill('M345 300H385V860H345Z', '#fff', `opacity="0.6" filter="${soft}"`) +
    `${fill('M640 340H655V820H640Z', '#fff', `opacity="0.35" filter="${soft}"`)}</g>`
  )
}
export const bottle = `
    M440 60H560V90H550V290C550 370 690 400 690 540V890Q690 935 640 935H360Q310 935 310 890V540
    C310 400 450 370 450 290V90H440Z
  `
export const jug = `
    M400 80H600V130H580V260C700 320 740 460 740 640C740 820 680 930 500 930
    C320 930 260 820 260 640C260 460 300 320 420 260V130H400Z
  `
export const tumbler = 'M280 150H720L670 900Q665 935 630 935H370Q335 935 330 900Z'

/** What fills a tumbler up to a height, darker below. */
export function drinkIn(scene: Scene, [light, dark]: readonly [string, string], top = 330, opacity = 0.92): string {
  const depth = scene.linear(
    [0, top],
    [0, 930],
    [
      [0, light, opacity],
      [1, dark, opacity],
    ],
  )
  return (
    fill(`M250 ${top}H750V910H250Z`, depth) +
    fill(ellipse([500, top], 222, 26), light, `opacity="${opacity}"`) +
    line(ellipse([500, top], 218, 22), '#fff', 4, 'opacity="0.6"')
  )
}

const pathOf = (points: Point[]) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`

/** A cut stone seen from above: facets that mirror the light each in its own way. */
export function gem(scene: Scene, [light, base, shade]: readonly [string, string, string], corners: number): string {
  const ring = (radius: number, turn: number): Point[] =>
    Array.from({ length: corners }, (_, at) => {
      const angle = ((at + turn) / corners) * 2 * Math.PI - Math.PI / 2
      return [500 + radius * Math.cos(angle), 500 + radius * Math.sin(angle)]
    })
  const [girdle, crown, table] = [ring(400, 0), ring(310, 0.5), ring(215, 0)]
  const facets: Point[][] = [table]
  for (let at = 0; at < corners; at++) {
    const next = (at + 1) % corners
    facets.push([girdle[at]!, girdle[next]!, crown[at]!])
    facets.push([girdle[next]!, crown[next]!, crown[at]!])
    facets.push([crown[at]!, crown[next]!, table[next]!])
    facets.push([table[at]!, table[next]!, crown[at]!])
  }
  const tones = [light, base, shade, base, light, shade, '#fff', base, shade] as const
  const polygon = (points: Point[], at: number) => {
    const [x, y] = [
      points.reduce((sum, [px]) => sum + px, 0) / points.length,
      points.reduce((sum, [, py]) => sum + py, 0) / points.length,
    ]
    const lit = (1000 - x - y) / 1000 + ((at * 7) % 5) / 4
    const tone = lit > 0.9 ? light : lit > 0.2 ? base : shade
    const paint = scene.linear(
      [x - 90, y - 90],
      [x + 90, y + 90],
      [
        [0, tones[at % tones.length]!, 1],
        [0.6, tone],
        [1, shade],
      ],
    )
    return `<path d="${pathOf(points)}" fill="${paint}" stroke="${base}" stroke-width="2.5" stroke-linejoin="round"/>`
  }
  const glint = fill('M365 300Q372 350 420 358Q372 366 365 416Q358 366 310 358Q358 350 365 300Z', '#fff')
  return groundShadow(scene, [515, 905], 320, 0.35) + facets.map(polygon).join('') + glint
}

/** A cube of ice, frosted within. */
export function iceCube(scene: Scene): string {
  const faces = [
    'M500 120L850 280L500 450L150 280Z',
    'M150 280L500 450V890L170 700Z',
    'M850 280L500 450V890L830 700Z',
  ] as const
  const paints = [
    scene.linear(
      [300, 120],
      [700, 450],
      [
        [0, '#fff', 0.9],
        [1, '#cfeaf8', 0.55],
      ],
    ),
    scene.linear(
      [150, 280],
      [500, 890],
      [
        [0, '#bfe2f5', 0.75],
        [1, '#86bfe0', 0.5],
      ],
    ),
    scene.linear(
      [850, 280],
      [500, 890],
      [
        [0, '#e8f7ff', 0.6],
        [1, '#5f9dc4', 0.65],
      ],
    ),
  ]
  const frost = scene.radial([480, 520], 280, [
    [0, '#fff', 0.75],
    [1, '#fff', 0],
  ])
  return (
    groundShadow(scene, [520, 860], 330, 0.25) +
    faces
      .map((face, at) =>
        fill(face, paints[at]!, 'stroke="#fff" stroke-width="16" stroke-linejoin="round" stroke-opacity="0.8"'),
      )
      .join('') +
    fill(ellipse([490, 520], 250, 230), frost, `filter="${scene.blur(20)}"`)
  )
}
