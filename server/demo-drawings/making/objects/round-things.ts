import { body, ellipse, fill, groundShadow, line, type Matter, type Point, type Scene } from './scene.ts'

const centre: Point = [500, 520]

/** A ball of one matter on the ground; `inside` is painted onto it. */
export function ball(scene: Scene, matter: Matter, inside = '', radius = 340): string {
  const path = ellipse(centre, radius)
  return groundShadow(scene, [540, 520 + radius], radius * 0.9) + body(scene, path, centre, radius, matter, inside)
}

/** A fruit by its outline, with a stalk and perhaps a leaf. */
export function fruit(scene: Scene, matter: Matter, outline: string, { leaf = false, stalkFrom = 240 } = {}): string {
  const stalk = line(`M500 ${stalkFrom + 40}Q505 ${stalkFrom - 40} 540 ${stalkFrom - 110}`, '#5b3d22', 22)
  const green = scene.linear(
    [520, -110],
    [760, 50],
    [
      [0, '#a6d35c'],
      [0.5, '#5e9c2c'],
      [1, '#33641b'],
    ],
  )
  const blade = leaf
    ? fill('M525 0Q600 -130 790 -70Q700 70 525 0Z', green, `transform="translate(0 ${stalkFrom - 60})"`)
    : ''
  const dimple = fill(ellipse([500, stalkFrom + 52], 100, 30), '#1b1206', `opacity="0.45" filter="${scene.blur(20)}"`)
  return groundShadow(scene, [540, 870], 300) + body(scene, outline, [500, 560], 345, matter, dimple) + stalk + blade
}

export const apple = `
    M500 285C590 215 760 225 815 370C870 520 790 760 660 850C600 890 550 862 500 862
    C450 862 400 890 340 850C210 760 130 520 185 370C240 225 410 215 500 285Z
  `
export const pear = `
    M500 215C590 215 610 310 640 400C680 500 810 560 805 690C800 820 660 885 500 885
    C340 885 200 820 195 690C190 560 320 500 360 400C390 310 410 215 500 215Z
  `
export const plum =
  'M500 265C640 215 810 340 805 560C800 760 650 880 500 880C350 880 200 760 195 560C190 340 360 215 500 265Z'
export const orange = ellipse([500, 560], 325, 312)
export const lemon = `
    M120 560C130 520 180 510 215 470C290 370 390 325 500 325C610 325 710 370 785 470
    C820 510 870 520 880 560C870 610 820 620 785 660C710 755 610 800 500 800
    C390 800 290 755 215 660C180 620 130 610 120 560Z
  `

/** Lies on its side, without a stalk. */
export const citrus = (scene: Scene, matter: Matter) =>
  groundShadow(scene, [530, 800], 330) + body(scene, lemon, [500, 560], 330, matter)

export function egg(scene: Scene, matter: Matter): string {
  const path =
    'M500 130C660 130 790 400 790 590C790 760 660 870 500 870C340 870 210 760 210 590C210 400 340 130 500 130Z'
  return groundShadow(scene, [535, 868], 270) + body(scene, path, [500, 560], 350, { ...matter, gloss: 0.25 })
}

/** Two on one stalk. */
export function cherries(scene: Scene, matter: Matter): string {
  const one = (at: Point) =>
    groundShadow(scene, [at[0] + 20, at[1] + 180], 150) + body(scene, ellipse(at, 190, 180), at, 190, matter)
  const stalks = line('M310 520Q360 250 610 130M690 560Q700 300 610 130', '#5d7a2a', 16)
  return one([310, 690]) + one([690, 720]) + stalks
}

export function grapes(scene: Scene, matter: Matter): string {
  const rows = [
    [500, 800, 1],
    [445, 690, 2],
    [385, 580, 3],
    [330, 470, 4],
    [385, 370, 3],
  ] as const
  const stalk = line('M500 360Q500 230 560 130', '#6a5226', 22)
  const berries = rows.flatMap(([x, y, count]) => Array.from({ length: count }, (_, at): Point => [x + at * 112, y]))
  return (
    stalk +
    berries
      .toReversed()
      .map((at) => body(scene, ellipse(at, 70), at, 70, matter))
      .join('')
  )
}

export function pebble(scene: Scene, matter: Matter, outline: string): string {
  return groundShadow(scene, [520, 760], 370, 0.5) + body(scene, outline, [500, 540], 380, { gloss: 0.12, ...matter })
}
export const pebbles = [
  'M120 600C110 430 300 330 520 320C740 315 900 430 890 590C880 730 700 780 500 780C290 780 130 740 120 600Z',
  'M180 640C120 480 260 280 480 270C700 250 880 380 860 590C840 740 650 770 480 770C330 775 220 760 180 640Z',
] as const

/** Stones that lie upon each other. */
export function stackedStones(scene: Scene, matters: Matter[]): string {
  const sizes = [
    [330, 120, 780],
    [250, 95, 580],
    [180, 75, 420],
    [110, 55, 300],
  ] as const
  const stones = sizes.map(([rx, ry, y], at) =>
    body(scene, ellipse([500 + (at % 2) * 18 - 9, y], rx, ry), [500, y], rx, {
      gloss: 0.1,
      ...matters[at % matters.length]!,
    }),
  )
  return groundShadow(scene, [520, 890], 340, 0.5) + stones.join('')
}

export function balloon(scene: Scene, matter: Matter): string {
  const path = `
      M500 90C680 90 790 230 790 400C790 560 640 700 520 760L540 800L460 800L480 760
      C360 700 210 560 210 400C210 230 320 90 500 90Z
    `
  const string = line('M500 800C470 850 540 880 500 960', '#8a8f99', 6)
  return string + body(scene, path, [500, 400], 330, { ...matter, gloss: 0.85 })
}

/** A glass ball for a tree, with a metal cap and a hook. */
export function bauble(scene: Scene, matter: Matter, pattern = ''): string {
  const at: Point = [500, 570]
  const metal = scene.linear(
    [430, 0],
    [570, 0],
    [
      [0, '#8f6d1f'],
      [0.3, '#fff1b5'],
      [0.6, '#d9ad3c'],
      [1, '#7a5a14'],
    ],
  )
  const cap = fill('M430 190H570V275H430Z', metal) + line('M500 190C450 120 550 90 540 150', '#c9a03a', 14)
  return cap + body(scene, ellipse(at, 330), at, 330, { ...matter, gloss: 0.95 }, pattern)
}

export function coin(scene: Scene, [light, base, shade]: Matter['colours'], relief: string): string {
  const metal = scene.linear(
    [180, 160],
    [820, 860],
    [
      [0, light],
      [0.3, base],
      [0.5, light],
      [0.75, shade],
      [1, base],
    ],
  )
  const edge = scene.linear(
    [180, 860],
    [820, 160],
    [
      [0, light],
      [0.5, shade],
      [1, light],
    ],
  )
  const at: Point = [500, 500]
  return (
    groundShadow(scene, [520, 880], 330) +
    fill(ellipse([508, 516], 372), shade) +
    fill(ellipse(at, 370), edge) +
    fill(ellipse(at, 325), metal) +
    fill(relief, shade, 'transform="translate(5 6)" opacity="0.8"') +
    fill(relief, edge)
  )
}

/** A ball in space: its dark side fades into nothing known, so that it has no shadow on a ground. */
export function planet(scene: Scene, matter: Matter, bands: string, ring = ''): string {
  const at: Point = [500, 500]
  const radius = ring ? 270 : 390
  const night = scene.radial([380, 360], radius * 1.75, [
    [0, '#000', 0],
    [0.55, '#000', 0.05],
    [1, '#000', 0.86],
  ])
  const globe = body(scene, ellipse(at, radius), at, radius, { ...matter, gloss: 0.12 }, bands)
  return ring + globe + fill(ellipse(at, radius), night)
}
