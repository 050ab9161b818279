import { resolve } from 'node:path'
import { type Command, CommandError } from '#command'
import { diskStore } from '#kit/storage/disk-store'
import { filesFolder } from '../backup/manifest.ts'
import { derivedRows, searchIndex } from './derived-rows.ts'
import { originals } from './files/originals.ts'
import { otherPictures } from './files/other-pictures.ts'
import { strayFiles } from './files/stray-files.ts'
import { type CheckContext, type Inspection, type Outcome, type RunOptions, runInspections } from './inspections.ts'
import { countRules, downloadRules } from './rules/count-rules.sql.ts'
import { imageRules, jobRules } from './rules/image-rules.sql.ts'
import { rowInspection } from './rules/row-rule.sql.ts'

/** As long as unfinished files are kept: a request ends long before. */
const strayAfter = 60 * 60_000
/** Longer than downloads, the search index and requests of derivatives wait to be written. */
const settleMs = 3_000

export const check: Command = {
  usage: 'check [--repair]',
  description:
    'Compares rows, files, previews, search index, counts and jobs, while the site runs. Exit ' +
    'status 1 when something is wrong, 2 when it could not look.',
  options: {
    repair: { type: 'boolean', description: 'Mends what can be mended from what is there.' },
    from: { type: 'string', description: 'The folder of the backups from which lost originals are taken.' },
    quick: { type: 'boolean', description: 'Leaves out the bytes of files.' },
  },
  failureStatus: 2,

  async run(context, options) {
    const isRepair = options.repair === true
    const backups = typeof options.from === 'string' ? await diskStore(filesFolder(resolve(options.from))) : null
    const checkContext = { ...context, isQuick: options.quick === true, backups, strayAfter }
    const outcome = await checkLibrary(checkContext, { isRepair, settleMs, print: console.log })
    console.log(summaryOf(outcome))
    if (outcome.failed.length) throw new CommandError(`Not looked at: ${outcome.failed.join(', ')}.`)
    return outcome.left === 0
  },
}

/** All inspections; each may rest on what those before it have mended. */
export function checkLibrary(context: CheckContext, options: RunOptions): Promise<Outcome> {
  const inspections: Inspection[] = [
    ...imageRules.map(rowInspection('Images', context)),
    originals(context),
    ...otherPictures(context),
    ...downloadRules.map(rowInspection('Downloads', context)),
    ...derivedRows(context),
    ...countRules.map(rowInspection('Counts', context)),
    searchIndex(context),
    strayFiles(context),
    ...jobRules.map(rowInspection('Jobs', context)),
  ]
  return runInspections(inspections, options)
}

function summaryOf({ left, mended, mendable, failed }: Outcome): string {
  if (!left && !mended) return failed.length ? 'Nothing is wrong in what could be looked at.' : 'Nothing is wrong.'
  const parts = [`${left.toLocaleString('en')} ${left === 1 ? 'fault' : 'faults'}`]
  if (mended) parts.push(`${mended.toLocaleString('en')} mended`)
  if (mendable) parts.push(`${mendable.toLocaleString('en')} of them can be mended: run check --repair`)
  return `${parts.join(', ')}.`
}
