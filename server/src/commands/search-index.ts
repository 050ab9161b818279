import { mismatchedTerms, rebuildSegment } from '#features/search/inverted-index/index-maintenance'
import { clusterPostings, lastSegment } from '#features/search/inverted-index/index-writer.sql'
import type { Database } from '#kit/database/pool'
import { startProgress } from '#kit/progress'
import { type Command, CommandError } from './command.ts'

/** The lists that visitors' listings are read from. Both leave the site running. */
export const searchIndex: Command = {
  usage: 'index rebuild|check',
  description:
    'Makes the lists of the gallery anew from what is published, or compares them with it; exit status 1: they differ.',
  options: {},

  async run({ backgroundDb: db }, _, [what]) {
    if (what === 'rebuild') return rebuild(db)
    if (what === 'check') return check(db)
    throw new CommandError('Say index rebuild or index check.')
  },
}

async function rebuild(db: Database) {
  await forEachSegment(db, 'Rebuilding', (segment) => rebuildSegment(db, segment))
  console.log('Laying each list together …')
  await clusterPostings(db)
  return true
}

async function check(db: Database) {
  const wrong: string[] = []
  await forEachSegment(db, 'Checking', async (segment) => {
    for (const name of await mismatchedTerms(db, segment)) wrong.push(`${name} (segment ${segment})`)
  })
  if (!wrong.length) console.log('All lists hold what is published.')
  else {
    const many = wrong.length === 1 ? '1 list is' : `${wrong.length.toLocaleString('en')} lists are`
    console.error(`${many} wrong, such as ${wrong.slice(0, 5).join(', ')}. Say index rebuild.`)
  }
  return wrong.length === 0
}

async function forEachSegment(db: Database, label: string, work: (segment: number) => Promise<void>) {
  const last = await lastSegment(db)
  const progress = startProgress(label, last + 1)
  // The newest first: they are what most visitors look at.
  for (let segment = last; segment >= 0; segment--) {
    await work(segment)
    progress.step()
  }
  progress.finish()
}
