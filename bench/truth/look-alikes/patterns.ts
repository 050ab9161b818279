import type { Rgb } from '../../../server/src/imaging/measures/rgba-image.ts'
import type { Canvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { paintEach, resize } from '../canvas.ts'
import { anyColour, between, honest, type PictureKind, rgb } from '../picture-set.ts'

/** Periodic patterns that are meant; none of them may be called a painted checkerboard. */
export const patterns: PictureKind[] = [
  honest('chess board', (random) => chess(random, 0)),
  honest('chess board, framed', (random) => chess(random, between(random, 6, 30))),
  honest('checkered flag', checkeredFlag),
  honest('gingham', gingham),
  honest('stripes', stripes),
  honest('QR code', qrCode),
  honest('pixel art', pixelArt),
  honest('dithering', dithering),
  honest('halftone', halftone),
  honest('tiles', tiles),
  honest('argyle', argyle),
]

const dark = (random: Random): Rgb => [between(random, 0, 90), between(random, 0, 70), between(random, 0, 60)]
const light = (random: Random): Rgb => [between(random, 225, 255), between(random, 215, 250), between(random, 200, 240)]

/** A picture of opaque colours; null is clear. */
const paint = (width: number, height: number, colourOf: (x: number, y: number) => Rgb | null) =>
  paintEach({ width, height }, (pixels, at, x, y) => {
    const value = colourOf(x, y)
    if (value) pixels.set([...value, 255], at)
  })

function chess(random: Random, frame: number): Canvas {
  const side = between(random, 8, 70)
  const tones = [light(random), dark(random)] as const
  const wood = dark(random)
  const length = 8 * side
  return paint(length + 2 * frame + 20, length + 2 * frame + 20, (x, y) => {
    const [u, v] = [x - 10 - frame, y - 10 - frame]
    if (u >= 0 && v >= 0 && u < length && v < length) return tones[(Math.floor(u / side) + Math.floor(v / side)) & 1]!
    return frame && u >= -frame && v >= -frame && u < length + frame && v < length + frame ? wood : null
  })
}

/** Black and white squares, waving; drawn in twice the size, so that its edge becomes soft. */
function checkeredFlag(random: Random): Promise<Canvas> {
  const side = 2 * between(random, 8, 40)
  const [rise, period] = [2 * between(random, 4, 30), 2 * between(random, 60, 300)]
  const [columns, rows] = [between(random, 6, 14), between(random, 5, 10)]
  const large = paint(columns * side + 20, rows * side + 2 * rise + 20, (x, y) => {
    const [u, v] = [x - 10, y - 10 - rise - rise * Math.sin(x / period)]
    if (u < 0 || v < 0 || u >= columns * side || v >= rows * side) return null
    return (Math.floor(u / side) + Math.floor(v / side)) & 1 ? [15, 15, 15] : [250, 250, 250]
  })
  return resize(large, large.width / 2)
}

/** Woven of two bands of stripes: three tones, of which the middle one is the mean. */
function gingham(random: Random): Canvas {
  const side = between(random, 4, 40)
  const tint = anyColour(random)
  const [width, height] = [between(random, 200, 700), between(random, 200, 700)]
  return paint(width, height, (x, y) => {
    const share = ((Math.floor(x / side) & 1) + (Math.floor(y / side) & 1)) / 2
    return [0, 1, 2].map((channel) => Math.round(255 - (255 - tint[channel]!) * share)) as unknown as Rgb
  })
}

function stripes(random: Random): Canvas {
  const side = between(random, 3, 30)
  const tones = [anyColour(random), anyColour(random)] as const
  const [byX, byY] = random.pick([
    [1, 0],
    [0, 1],
    [0.7, 0.7],
  ] as const)
  return paint(
    between(random, 200, 600),
    between(random, 200, 600),
    (x, y) => tones[Math.floor((x * byX + y * byY) / side) & 1]!,
  )
}

/** Random modules with the three finder patterns; half of them in soft colours, as on posters. */
function qrCode(random: Random): Canvas {
  const [modules, side] = [between(random, 21, 41), between(random, 3, 16)]
  const tones = random.next() < 0.5 ? [rgb(0xffffff), rgb(0)] : [rgb(0xf5f5f5), rgb(0x9696a0)]
  const bits = Array.from({ length: modules * modules }, () => (random.next() < 0.5 ? 1 : 0))
  const finder = (u: number, v: number) => {
    const [x, y] = [Math.min(u, modules - 1 - u), Math.min(v, modules - 1 - v)]
    if (x > 7 || y > 7 || (u > 7 && v > 7)) return null
    const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
    return ring === 2 || ring === 4 ? 0 : 1
  }
  return paint(modules * side, modules * side, (x, y) => {
    const [u, v] = [Math.floor(x / side), Math.floor(y / side)]
    return tones[finder(u, v) ?? bits[v * modules + u]!]!
  })
}

/** A mirrored random sprite with a shaded or dithered part. */
function pixelArt(random: Random): Canvas {
  const [columns, rows, side] = [between(random, 8, 32), between(random, 8, 32), between(random, 4, 24)]
  const palette = [anyColour(random), anyColour(random), anyColour(random)]
  const cells = Array.from({ length: columns * rows }, () => (random.next() < 0.4 ? null : random.pick(palette)))
  return paint(columns * side, rows * side, (x, y) => {
    const u = Math.floor(x / side)
    return cells[Math.floor(y / side) * columns + Math.min(u, columns - 1 - u)]!
  })
}

/** A gradient in two tones by ordered dithering (Bayer 4 by 4), at 1 or 2 px a dot. */
function dithering(random: Random): Canvas {
  const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
  const dot = between(random, 1, 2)
  const base = between(random, 60, 180)
  const tones = [
    [base, base, base],
    [base + between(random, 30, 70), base + between(random, 30, 70), base + 40],
  ] as const satisfies readonly Rgb[]
  const [width, height] = [between(random, 200, 600), between(random, 200, 600)]
  return paint(width, height, (x, y) => {
    const threshold = bayer[(Math.floor(y / dot) & 3) * 4 + (Math.floor(x / dot) & 3)]!
    return tones[(x / width) * 16 > threshold ? 1 : 0]!
  })
}

/** Round dots on a slanting grid. */
function halftone(random: Random): Canvas {
  const [pitch, angle] = [between(random, 6, 24), random.pick([0, 15, 30, 45, 60, 75])]
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const tones = [light(random), anyColour(random)] as const
  const [width, height] = [between(random, 200, 600), between(random, 200, 600)]
  return paint(width, height, (x, y) => {
    const radius = pitch * (0.15 + (0.5 * x) / width)
    const [u, v] = [(x * cos + y * sin) / pitch, (y * cos - x * sin) / pitch]
    const distance = Math.hypot(u - Math.round(u), v - Math.round(v)) * pitch
    return tones[distance < radius ? 1 : 0]!
  })
}

/** Tiles with joints; every other one is a little darker, at random. */
function tiles(random: Random): Canvas {
  const side = between(random, 10, 50)
  const joint = between(random, 1, 3)
  const base = light(random)
  const columns = between(random, 5, 14)
  const shades = Array.from({ length: columns * columns }, () => 1 - random.next() * 0.25)
  return paint(columns * side, columns * side, (x, y) => {
    if (x % side < joint || y % side < joint) return [120, 116, 110]
    const shade = shades[Math.floor(y / side) * columns + Math.floor(x / side)]!
    return base.map((value) => Math.round(value * shade)) as unknown as Rgb
  })
}

/** Diamonds with thin lines across, antialiased. */
async function argyle(random: Random): Promise<Canvas> {
  const [wide, high] = [between(random, 24, 80), between(random, 30, 110)]
  const tones = [anyColour(random), anyColour(random)] as const
  const large = paint(wide * 12, high * 8, (x, y) => {
    const [u, v] = [x / wide / 2, y / high / 2]
    if (Math.abs(((u + v + 0.25) % 0.5) - 0.25) < 0.01) return [240, 240, 240]
    return tones[(Math.floor(u + v) + Math.floor(u - v + 100)) & 1]!
  })
  return resize(large, large.width / 2)
}
