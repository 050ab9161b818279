import { coverSize, previewSides } from '@vitrine/contract/media-files'
import type { WorkerJob } from '../worker-protocol.ts'

/** How much an encoded pixel costs in decoded ones; measured with pictures of 0.1 to 50 megapixels. */
const ENCODED_WEIGHT = 3
/** Megapixels that the rest of a job is worth. */
const OVERHEAD = 0.1
/** Milliseconds per megapixel before the first job was measured. */
const START_RATE = 60
/** The weight of all earlier jobs against the newest one. */
const DECAY = 0.95

/** Predicts how long a job takes by its pixels and the jobs before it (exponentially weighted). */
export class JobCost {
  #megapixels = 20
  #milliseconds = 20 * START_RATE

  /** Milliseconds of one worker. */
  estimate(job: WorkerJob): number {
    return (megapixels(job) * this.#milliseconds) / this.#megapixels
  }

  /** Sums are averaged, not rates: small pictures tell little about the time of a pixel. */
  learn(job: WorkerJob, milliseconds: number): void {
    this.#megapixels = DECAY * this.#megapixels + megapixels(job)
    this.#milliseconds = DECAY * this.#milliseconds + milliseconds
  }
}

/** The pixels that a job decodes and encodes, in megapixels of decoding. */
function megapixels(job: WorkerJob): number {
  const [decoded, encoded] = pixelsOf(job)
  return (decoded + ENCODED_WEIGHT * encoded) / 1e6 + OVERHEAD
}

function pixelsOf(job: WorkerJob): [decoded: number, encoded: number] {
  if ('avatar' in job) return [job.avatar.pixels, 0]
  if ('decode' in job) return [job.decode.pixels, 0]
  if ('cover' in job) return [job.cover.pixels, coverSize.width * coverSize.height]
  if ('measure' in job) return [job.measure.pixels, Math.min(job.measure.pixels, previewSides[2] ** 2)]
  if ('mend' in job) return [job.mend.pixels, job.mend.pixels]
  const { pixels, dimensions } = job.derivative
  return [pixels, dimensions ? dimensions.width * dimensions.height : pixels]
}
