import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from '../../harness/cache-folder.ts'
import { type Canvas, paintEach } from '../canvas.ts'
import { between, type PictureKind } from '../picture-set.ts'
import { decodePng } from '../subjects.ts'
import { developments } from './developments.ts'

const run = promisify(execFile)

/** Pictures of each kind: as rendered, and as if a camera had taken them and a person had cut them out. */
const count = 10
/** Pixels on each side. */
const side = 360
/** Moments of one exposure that are averaged for motion blur. */
const moments = 12

interface Scene {
  /** A file in scenes/. */
  name: string
  moves?: true
  /** For smoke, whose every ray is slow and whose edges are soft by themselves. */
  withoutAntialiasing?: true
}

const scenes: Scene[] = [
  { name: 'hair' },
  { name: 'fur' },
  { name: 'smoke', withoutAntialiasing: true },
  { name: 'glass' },
  { name: 'glow' },
  { name: 'motion', moves: true },
]

/** Rendered photographs with soft alpha; none where POV-Ray is missing. */
export async function photographs(): Promise<PictureKind[]> {
  const isInstalled = await run('povray', ['--version']).then(
    () => true,
    () => false,
  )
  return isInstalled ? scenes.map(kindOf) : []
}

const kindOf = (scene: Scene): PictureKind => ({
  name: `photograph, ${scene.name}`,
  count,
  expected: [],
  draw: async (random) => {
    const picture = await photograph(scene, between(random, 1, 1e9))
    return random.pick(developments)(picture, random)
  },
})

async function photograph(scene: Scene, seed: number): Promise<Canvas> {
  const phases = scene.moves ? Array.from({ length: moments }, (_, at) => at / moments) : [0]
  const frames: Canvas[] = []
  for (const phase of phases) frames.push(await render(scene, seed, phase))
  return average(frames)
}

/** Rendered once and kept. */
async function render({ name, withoutAntialiasing }: Scene, seed: number, phase: number): Promise<Canvas> {
  const folder = join(await cacheFolder(), 'photographs')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name}-${seed}-${Math.round(phase * 100)}.png`)
  const sceneFolder = join(import.meta.dirname, 'scenes')
  const size = [`+W${side}`, `+H${side}`, '+WT2', '-D']
  const unfinished = `${file}.part.png`
  const output = [`+O${unfinished}`, '+UA', '+FN8', ...(withoutAntialiasing ? ['-A'] : ['+A0.1', '+AM2', '+R2'])]
  const input = [`+I${join(sceneFolder, `${name}.pov`)}`, `+L${sceneFolder}`]
  const values = [`Declare=Seed=${seed}`, `Declare=Phase=${phase}`]
  if (!existsSync(file)) {
    await run('povray', [...input, ...output, ...size, ...values])
    await rename(unfinished, file)
  }
  return decodePng(file)
}

/** The mean of all frames, their colours weighted by their alpha. */
function average(frames: Canvas[]): Canvas {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / frames.length
  return paintEach(frames[0]!, (pixels, at) => {
    const alpha = mean(frames.map((frame) => frame.pixels[at + 3]!))
    for (let channel = 0; channel < 3; channel++) {
      const weighted = mean(frames.map((frame) => frame.pixels[at + channel]! * frame.pixels[at + 3]!))
      pixels[at + channel] = alpha ? Math.round(weighted / alpha) : 0
    }
    pixels[at + 3] = Math.round(alpha)
  })
}
