import { setTimeout as sleep } from 'node:timers/promises'
import type { CommandContext } from '#command'
import { startProgress } from '#kit/progress'
import type { Store } from '#kit/storage/store'
import { systemErrorText } from '../../../setting-parsers.ts'

export interface Finding {
  /** By which it is looked at again. */
  key: string
  text: string
  /** By which a second look knows it again, where the text has numbers that change. */
  identity?: string
  /** What `--repair` does, or what the operator has to do. */
  remedy: string
  /** Mends it; missing where there is nothing to mend it from. */
  repair?(): Promise<void>
}

export interface Inspection {
  subject: string
  /** How many keys there are, for a progress line; missing where one statement looks at all of them. */
  count?(): Promise<number>
  /** The keys of all that is looked at, or of what a first look suspects. */
  pages(): AsyncIterable<string[]>
  inspect(keys: string[]): Promise<Finding[]>
  /** Whether what it compares changes in several steps, so that the second look has to wait for the next ones. */
  isGradual?: boolean
  /** Brings to an end what is under way, before a repair. */
  prepareRepair?(): Promise<void>
}

/** Why something cannot be mended; the message is a sentence for the operator. */
export class RepairError extends Error {}

export interface CheckContext extends CommandContext {
  /** Leaves out the bytes of files. */
  isQuick: boolean
  /** The files of the backups from which lost ones are taken. */
  backups: Store | null
  /** Milliseconds; files of which the database knows nothing may, while they are younger, belong to an upload. */
  strayAfter: number
}

/** Keys of one page. */
export const pageSize = 500

export interface RunOptions {
  isRepair: boolean
  /** Milliseconds between two looks at what changes in several steps. */
  settleMs: number
  print(line: string): void
}

export interface Outcome {
  left: number
  mended: number
  /** Of `left`, those that a repair would mend. */
  mendable: number
  failed: string[]
}

/** In this order, since each compares what those before have mended; what is found is confirmed by a second look. */
export async function runInspections(inspections: Inspection[], options: RunOptions): Promise<Outcome> {
  const outcome: Outcome = { left: 0, mended: 0, mendable: 0, failed: [] }
  for (const inspection of inspections) {
    try {
      await runInspection(inspection, options, outcome)
    } catch (error) {
      options.print(`ERROR   ${inspection.subject}: could not be looked at: ${systemErrorText(error)}`)
      outcome.failed.push(inspection.subject)
    }
  }
  return outcome
}

async function runInspection(inspection: Inspection, options: RunOptions, outcome: Outcome): Promise<void> {
  if (options.isRepair) await inspection.prepareRepair?.()
  const progress = inspection.count && startProgress(inspection.subject, await inspection.count())
  let suspects: Finding[] = []
  const confirmSuspects = async () => {
    for (const finding of await confirmed(inspection, suspects, options))
      await report(inspection, finding, options, outcome)
    suspects = []
  }
  for await (const keys of inspection.pages()) {
    suspects.push(...(await inspection.inspect(keys)))
    for (const _ of keys) progress?.step()
    if (suspects.length >= pageSize) await confirmSuspects()
  }
  progress?.finish()
  if (suspects.length) await confirmSuspects()
}

/** Those that are still there when one looks again. */
async function confirmed(inspection: Inspection, suspects: Finding[], { settleMs }: RunOptions): Promise<Finding[]> {
  if (inspection.isGradual) await sleep(settleMs)
  const seen = new Set(suspects.map(identityOf))
  const keys = [...new Set(suspects.map(({ key }) => key))]
  return (await inspection.inspect(keys)).filter((finding) => seen.has(identityOf(finding)))
}

const identityOf = ({ identity, text }: Finding) => identity ?? text

async function report(
  { subject }: Inspection,
  { text, remedy, repair }: Finding,
  { isRepair, print }: RunOptions,
  outcome: Outcome,
): Promise<void> {
  const sentence = text[0]!.toUpperCase() + text.slice(1)
  const problem = isRepair && repair ? await problemOf(repair) : undefined
  if (problem === null) {
    outcome.mended++
    return print(`mended  ${subject}: ${sentence} ${remedy}`)
  }
  outcome.left++
  if (repair && !isRepair) outcome.mendable++
  const advice = problem ? `It could not be mended: ${problem}` : repair ? `--repair: ${remedy}` : remedy
  print(`FAULT   ${subject}: ${sentence} ${advice}`)
}

/** Why a repair did not succeed; null where it did. */
async function problemOf(repair: () => Promise<void>): Promise<string | null> {
  try {
    await repair()
    return null
  } catch (error) {
    return error instanceof RepairError ? error.message : systemErrorText(error)
  }
}
