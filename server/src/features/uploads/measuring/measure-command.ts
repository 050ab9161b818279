import { type FindingKind, findingKinds } from '@vitrine/contract/measures/findings'
import { pages } from '@vitrine/contract/pages'
import { type Command, type CommandContext, CommandError } from '#command'
import { siteUrl } from '#config'
import { galleryChanged } from '#features/publishing/read-model'
import { forEachLimit } from '#kit/concurrency'
import { unlessLocked } from '#kit/database/advisory-locks'
import { notify } from '#kit/database/notifications'
import { type Progress, startProgress } from '#kit/progress'
import { measureAgain, measuringLock } from './measure-again.ts'
import { emptyImages, findingCounts, outdateAllFiles, outdatedFileCount, outdatedFiles } from './outdated-files.sql.ts'

/** Files that are looked up at a time. */
const batchSize = 200
/** Pages that the command lists. */
const maxListed = 50

/** Measures, at full speed, what an older version measured; the site may run meanwhile. */
export const measure: Command = {
  usage: 'measure',
  description: 'Measures the files that an older version measured, makes their previews, and says what was found.',
  options: { all: { type: 'boolean', description: 'Measures every file again.' } },

  async run(context, { all }) {
    const { backgroundDb } = context
    if (all) await outdateAllFiles(backgroundDb)
    const unlocked = await unlessLocked(backgroundDb, measuringLock, () => measureAll(context))
    if (!unlocked) throw new CommandError('The site is measuring at the moment. Try again in a minute.')
    await report(context)
    return true
  },
}

async function measureAll(context: CommandContext): Promise<void> {
  const { backgroundDb } = context
  const progress = startProgress('Measuring', await outdatedFileCount(backgroundDb))
  while (await measureBatch(context, progress));
  progress.finish()
  await notify(backgroundDb, galleryChanged)
}

/** Resolves to false where no file was left. */
async function measureBatch(context: CommandContext, progress: Progress): Promise<boolean> {
  const files = await outdatedFiles(context.backgroundDb, batchSize)
  await forEachLimit(files, context.config.IMAGE_WORKERS, async (file) => {
    const problem = await measureAgain(context, file, new AbortController().signal)
    if (problem) console.error(problem)
    progress.step()
  })
  return files.length > 0
}

async function report({ backgroundDb, config }: CommandContext): Promise<void> {
  const { files, unmeasured, kinds } = await findingCounts(backgroundDb)
  console.log(`${files.toLocaleString('en')} files, ${unmeasured.toLocaleString('en')} of them not measured.`)
  for (const kind of Object.keys(findingKinds) as FindingKind[])
    if (kinds.has(kind))
      console.log(`${kinds.get(kind)!.toLocaleString('en').padStart(9)} ${kind} (${findingKinds[kind]})`)
  const empty = await emptyImages(backgroundDb, maxListed)
  if (empty.length) console.log('Nothing can be seen in these images:')
  for (const { slug, status } of empty) console.log(`  ${siteUrl(config)}${pages.image.href({ slug })} (${status})`)
}
