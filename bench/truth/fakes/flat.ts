import type { Rgb } from '../../../server/src/imaging/measures/rgba-image.ts'
import type { Canvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { blank, composite, pad, throughJpeg, withAlpha } from '../canvas.ts'
import { anyColour, between, fakeOf, type PictureKind, rgb } from '../picture-set.ts'

const card =
  'A card with a margin is verified, since signs and flags are such; it is called a solid rectangle and not cut out.'

const [white, black] = [rgb(0xffffff), rgb(0)]
const onColour = (image: Canvas, colour: Rgb) => composite(image, () => colour)
const onWhite = (image: Canvas) => onColour(image, white)

/** Pictures whose background was never removed, and pictures with nothing in them. */
export const flatFakes: PictureKind[] = [
  fakeOf('solid white', 15, ['nothing_clear'], onWhite),
  fakeOf('solid black', 15, ['nothing_clear'], (subject) => onColour(subject, black)),
  fakeOf('solid colour', 15, ['nothing_clear'], (subject, random) => onColour(subject, anyColour(random))),
  fakeOf('solid white, JPEG', 15, ['nothing_clear'], (subject, random) =>
    throughJpeg(onWhite(subject), between(random, 60, 92)),
  ),
  fakeOf(
    'white card with a margin',
    20,
    ['solid_background'],
    (subject, random) => pad(onWhite(subject), between(random, 8, 70)),
    card,
  ),
  fakeOf(
    'white card with round corners',
    15,
    ['solid_background'],
    (subject, random) => rounded(onWhite(subject), random),
    card,
  ),
  fakeOf('constant alpha', 15, ['constant_alpha', 'nothing_to_see', 'haze'], (subject, random) => {
    const alpha = between(random, 1, 254)
    return withAlpha(onWhite(subject), () => alpha)
  }),
  fakeOf('opaque but for 1 to 8 pixels', 15, ['nothing_clear'], (subject, random) => tokens(onWhite(subject), random)),
  { name: 'empty', count: 5, expected: ['nothing_to_see'], draw: async (random) => anyBlank(random) },
  {
    name: 'one pixel',
    count: 8,
    expected: ['nothing_to_see'],
    draw: async (random) => {
      const canvas = anyBlank(random)
      canvas.pixels.set([200, 30, 30, 255], between(random, 0, canvas.width * canvas.height - 1) * 4)
      return canvas
    },
  },
  fakeOf('ghost, alpha at most 12', 8, ['nothing_to_see'], (subject, random) =>
    withAlpha(subject, (at) => Math.round((subject.pixels[at + 3]! / 255) * between(random, 4, 12))),
  ),
]

const anyBlank = (random: Random) => blank(between(random, 60, 900), between(random, 60, 900))

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
