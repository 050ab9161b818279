import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { cacheFolder } from '../../harness/data-folder.ts'
import { mean, sum } from '../../harness/figures.ts'
import { type Canvas, toCanvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { composite, paintEach, throughJpeg, withAlpha, withColours } from '../canvas.ts'
import { between, gaussian, type PictureKind } from '../picture-set.ts'

/** Pixels on each side. */
const side = 360
/** Moments of one exposure that are averaged for motion blur. */
const moments = Array.from({ length: 12 }, (_, at) => at / 12)

/** Files in scenes/. The smoke's every ray is slow, and its edges are soft by themselves. */
const scenes: Scene[] = [
  ...['hair', 'fur', 'glass', 'glow'].map((name) => ({ name })),
  { name: 'smoke', isAliased: true },
  { name: 'motion', moves: true },
]
type Scene = { name: string; isAliased?: boolean; moves?: boolean }

/** Rendered photographs with soft alpha; none where POV-Ray is missing. */
export const photographs: PictureKind[] = spawnSync('povray', ['--version']).error
  ? []
  : scenes.map((scene) => ({
      name: `photograph, ${scene.name}`,
      count: 10,
      expected: [],
      draw: async (random) => {
        const seed = between(random, 1, 1e9)
        const frames: Canvas[] = []
        for (const phase of scene.moves ? moments : [0]) frames.push(await render(scene, seed, phase))
        return random.pick(developments)(average(frames), random)
      },
    }))

/** What happens to a picture between the scene and the file with its soft alpha. */
const developments: ((picture: Canvas, random: Random) => Canvas | Promise<Canvas>)[] = [
  (picture) => picture,
  withNoise,
  cutOutOfJpeg,
  (picture, random) => cutOutOfJpeg(withNoise(picture, random), random),
]

/** The noise of a sensor: more where it is bright, with a standard deviation of about 2 to 8 of 255. */
function withNoise(picture: Canvas, random: Random): Canvas {
  const strength = 2 + random.next() * 4
  return withColours(picture, (value) => Math.round(value + gaussian(random) * strength * (0.5 + value / 255)))
}

/** Taken before a wall, saved as JPEG, and cut out: the edge keeps the wall's colours and the blocks' artefacts. */
async function cutOutOfJpeg(picture: Canvas, random: Random): Promise<Canvas> {
  const wall = [between(random, 40, 220), between(random, 40, 220), between(random, 40, 220)] as const
  const [fallX, fallY] = [random.next() * 40, random.next() * 40]
  const taken = composite(picture, (x, y) => {
    const light = (fallX * x) / picture.width + (fallY * y) / picture.height - 20
    return [wall[0] + light, wall[1] + light, wall[2] + light]
  })
  const saved = await throughJpeg(taken, between(random, 70, 95))
  return withAlpha(saved, (at) => picture.pixels[at + 3]!)
}

/** Rendered once and kept. */
async function render({ name, isAliased }: Scene, seed: number, phase: number): Promise<Canvas> {
  const folder = join(await cacheFolder(), 'photographs')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}-${seed}-${Math.round(phase * 100)}.png`)
  if (!existsSync(file)) {
    const sceneFolder = join(import.meta.dirname, 'scenes')
    const input = [`+I${join(sceneFolder, `${name}.pov`)}`, `+L${sceneFolder}`]
    const size = [`+W${side}`, `+H${side}`, '+WT2', '-D', `Declare=Seed=${seed}`, `Declare=Phase=${phase}`]
    const quality = isAliased ? ['-A'] : ['+A0.1', '+AM2', '+R2']
    execFileSync('povray', [...input, ...size, `+O${file}.part.png`, '+UA', '+FN8', ...quality], { stdio: 'ignore' })
    await rename(`${file}.part.png`, file)
  }
  return toCanvas(sharp(file))
}

/** The mean of all frames, their colours weighted by their alpha. */
const average = (frames: Canvas[]): Canvas =>
  paintEach(frames[0]!, (pixels, at) => {
    const alphas = frames.map((frame) => frame.pixels[at + 3]!)
    for (let channel = 0; channel < 3; channel++) {
      const weighted = sum(frames.map((frame, index) => frame.pixels[at + channel]! * alphas[index]!))
      pixels[at + channel] = Math.round(weighted / (sum(alphas) || 1))
    }
    pixels[at + 3] = Math.round(mean(alphas))
  })
