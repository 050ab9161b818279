import type { LoadOutcome } from '../harness/load-generator.ts'

export interface LoadStep extends LoadOutcome {
  /** Requests a second that were due. */
  rate: number
  seconds: number
  /** Milliseconds of processor time for each good answer; 0 where the system does not tell. */
  serverCpu: number
  databaseCpu: number
}

export type TakeStep = (rate: number, seconds: number, connections?: number) => Promise<LoadStep>

/** What a rate must not exceed to be borne. */
export const slo = { p99: 250, served: 0.97 }

export const isSustained = ({ rate, seconds, succeededInTime: served, errors, p99 }: LoadStep) =>
  Object.keys(errors).length === 0 && p99 <= slo.p99 && served >= slo.served * rate * seconds

const FINE_FACTOR = 2 ** 0.25
const [SHORT, LONG] = [3, 6]

/**
 * Doubles the rate in short steps until one is not sustained, then rises finely in long steps from the last that was.
 * On shared machines a long step that fails gets a second chance, and both are reported. The knee is the highest rate
 * that was borne; 0 where none was.
 */
export async function findKnee(lowest: number, take: TakeStep): Promise<{ steps: LoadStep[]; knee: number }> {
  const steps: LoadStep[] = []
  const bears = async (rate: number, seconds: number) => {
    const step = await take(rate, seconds)
    steps.push(step)
    return isSustained(step)
  }
  const bearsLong = async (rate: number) => (await bears(rate, LONG)) || (await bears(rate, LONG))

  await take(lowest, SHORT) // until the code is hot
  let rate = lowest
  while (await bears(rate, SHORT)) rate *= 2
  rate /= 2
  while (rate > 1 && !(await bearsLong(rate))) rate /= FINE_FACTOR
  if (rate <= 1) return { steps, knee: 0 }
  while (await bearsLong(rate * FINE_FACTOR)) rate *= FINE_FACTOR
  return { steps, knee: Math.round(rate) }
}
