import type { Outcome } from './load-put.ts'

export interface Step extends Outcome {
  /** Requests a second that were due. */
  rate: number
  seconds: number
  /** Milliseconds of processor time for each good answer, where the system tells. */
  server: number
  database?: number
}

export interface Rise {
  /** In the order in which they were taken. */
  steps: Step[]
  /** The highest rate that was borne; 0 where none was. */
  knee: number
}

/** What a rate must not exceed to be borne. */
export const bounds = { p99: 250, served: 0.97 }

export const isBorne = ({ rate, seconds, served, errors, p99 }: Step) =>
  Object.keys(errors).length === 0 && p99 <= bounds.p99 && served >= bounds.served * rate * seconds

const FINER = 2 ** 0.25
const [SHORT, LONG] = [3, 6]

/**
 * Doubles the rate in short steps until one is not borne, then rises finely in long ones from the last that was. Machines
 * are shared: a long step that is not borne has a second chance, and both are told.
 */
export async function riseFrom(lowest: number, take: (rate: number, seconds: number) => Promise<Step>): Promise<Rise> {
  const steps: Step[] = []
  const bears = async (rate: number, seconds: number) => {
    const step = await take(Math.round(rate), seconds)
    steps.push(step)
    return isBorne(step)
  }
  const bearsLong = async (rate: number) => (await bears(rate, LONG)) || (await bears(rate, LONG))

  await take(lowest, SHORT) // until the code is hot
  let rate = lowest
  while (await bears(rate, SHORT)) rate *= 2
  rate /= 2
  while (rate > 1 && !(await bearsLong(rate))) rate /= FINER
  if (rate <= 1) return { steps, knee: 0 }
  while (await bearsLong(rate * FINER)) rate *= FINER
  return { steps, knee: Math.round(rate) }
}
