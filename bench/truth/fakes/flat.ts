import type { Rgb } from '@vitrine/contract/measures/rgba-image'
import type { Random } from '../../search/questions/random.ts'
import { blank, type Canvas, composite, pad, throughJpeg, withAlpha } from '../canvas.ts'
import { between, type PictureKind } from '../picture-set.ts'
import type { Subjects } from '../subjects.ts'

const card =
  'A card with a margin is cut out for all that pixels tell: signs and flags are such. The solid background is named.'

/** Pictures whose background was never removed, and pictures with nothing in them. */
export const flatFakes: PictureKind[] = [
  solid('solid white', () => [255, 255, 255]),
  solid('solid black', () => [0, 0, 0]),
  solid('solid colour', (random) => [between(random, 0, 255), between(random, 0, 255), between(random, 0, 255)]),
  {
    ...solid('solid white, JPEG', () => [255, 255, 255]),
    draw: async (random, subjects) =>
      throughJpeg(onColour(await subject(random, subjects), [255, 255, 255]), between(random, 60, 92)),
  },
  {
    name: 'white card with a margin',
    count: 20,
    expected: ['solid_background'],
    untellable: card,
    draw: async (random, subjects) =>
      pad(onColour(await subject(random, subjects), [255, 255, 255]), between(random, 8, 70)),
  },
  {
    name: 'white card with round corners',
    count: 15,
    expected: ['solid_background'],
    untellable: card,
    draw: async (random, subjects) => rounded(onColour(await subject(random, subjects), [255, 255, 255]), random),
  },
  {
    name: 'constant alpha',
    count: 15,
    expected: ['constant_alpha', 'nothing_to_see', 'haze'],
    draw: async (random, subjects) => {
      const opaque = onColour(await subject(random, subjects), [255, 255, 255])
      const alpha = between(random, 1, 254)
      return withAlpha(opaque, () => alpha)
    },
  },
  {
    name: 'opaque but for 1 to 8 pixels',
    count: 15,
    expected: ['nothing_clear'],
    draw: async (random, subjects) => tokens(onColour(await subject(random, subjects), [255, 255, 255]), random),
  },
  {
    name: 'empty',
    count: 5,
    expected: ['nothing_to_see'],
    draw: async (random) => blank(between(random, 60, 900), between(random, 60, 900)),
  },
  {
    name: 'one pixel',
    count: 8,
    expected: ['nothing_to_see'],
    draw: async (random) => {
      const canvas = blank(between(random, 60, 900), between(random, 60, 900))
      canvas.pixels.set([200, 30, 30, 255], between(random, 0, canvas.width * canvas.height - 1) * 4)
      return canvas
    },
  },
  {
    name: 'ghost, alpha at most 12',
    count: 8,
    expected: ['nothing_to_see'],
    draw: async (random, subjects) => {
      const image = await subject(random, subjects)
      return withAlpha(image, (at) => Math.round((image.pixels[at + 3]! / 255) * between(random, 4, 12)))
    },
  },
]

const subject = (random: Random, subjects: Subjects) => subjects.next(between(random, 200, 900))
const onColour = (image: Canvas, colour: Rgb) => composite(image, () => colour)

function solid(name: string, colourOf: (random: Random) => Rgb): PictureKind {
  return {
    name,
    count: 15,
    expected: ['nothing_clear'],
    draw: async (random, subjects) => onColour(await subject(random, subjects), colourOf(random)),
  }
}

function rounded(image: Canvas, random: Random): Canvas {
  const radius = Math.min(image.width, image.height) * (0.06 + random.next() * 0.1)
  return withAlpha(image, (_, x, y) => {
    const across = Math.max(0, Math.abs(x + 0.5 - image.width / 2) - (image.width / 2 - radius))
    const down = Math.max(0, Math.abs(y + 0.5 - image.height / 2) - (image.height / 2 - radius))
    return Math.round(255 * Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(across, down))))
  })
}

/** A few clear pixels, so that the file has an alpha channel. */
function tokens(image: Canvas, random: Random): Canvas {
  const canvas = withAlpha(image, () => 255)
  for (let left = between(random, 1, 8); left > 0; left--)
    canvas.pixels[between(random, 0, canvas.width * canvas.height - 1) * 4 + 3] = between(random, 0, 254)
  return canvas
}
