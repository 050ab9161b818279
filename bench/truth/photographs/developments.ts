import type { Rgb } from '@vitrine/contract/measures/rgba-image'
import type { Random } from '../../search/questions/random.ts'
import { type Canvas, composite, paintEach, throughJpeg, withAlpha } from '../canvas.ts'
import { between } from '../picture-set.ts'

/** What happens to a picture between the scene and the file with its soft alpha. */
export const developments: ((picture: Canvas, random: Random) => Canvas | Promise<Canvas>)[] = [
  (picture) => picture,
  withNoise,
  cutOutOfJpeg,
  (picture, random) => cutOutOfJpeg(withNoise(picture, random), random),
]

/** The noise of a sensor: more where it is bright, with a standard deviation of about 2 to 8 of 255. */
function withNoise(picture: Canvas, random: Random): Canvas {
  const strength = 2 + random.next() * 4
  const noise = (value: number) => {
    let sum = -6
    for (let i = 0; i < 12; i++) sum += random.next()
    return sum * strength * (0.5 + value / 255)
  }
  return paintEach(picture, (pixels, at) => {
    for (let channel = 0; channel < 3; channel++) {
      const value = picture.pixels[at + channel]!
      pixels[at + channel] = Math.max(0, Math.min(255, Math.round(value + noise(value))))
    }
    pixels[at + 3] = picture.pixels[at + 3]!
  })
}

/** Taken before a wall, saved as JPEG, and cut out: the edge keeps the wall's colours and the blocks' artefacts. */
async function cutOutOfJpeg(picture: Canvas, random: Random): Promise<Canvas> {
  const wall: Rgb = [between(random, 40, 220), between(random, 40, 220), between(random, 40, 220)]
  const [fallX, fallY] = [random.next() * 40, random.next() * 40]
  const taken = composite(picture, (x, y) => {
    const light = (fallX * x) / picture.width + (fallY * y) / picture.height - 20
    return [wall[0] + light, wall[1] + light, wall[2] + light]
  })
  const saved = await throughJpeg(taken, between(random, 70, 95))
  return withAlpha(saved, (at) => picture.pixels[at + 3]!)
}
