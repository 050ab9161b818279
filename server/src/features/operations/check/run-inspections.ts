import { setTimeout as sleep } from 'node:timers/promises'
import { startProgress } from '#kit/progress'
import { systemErrorText } from '../../../setting-parsers.ts'
import { type Finding, type Inspection, pageSize, RepairError } from './inspection.ts'

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

/**
 * Looks at everything, in this order, since what is mended first is what the next ones compare. What a first look finds
 * is looked at again before it is told, so that a change under way is no finding.
 */
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
