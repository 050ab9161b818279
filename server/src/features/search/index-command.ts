import { type Command, CommandError } from '#command'
import type { Database } from '#kit/database/statements'
import { startProgress } from '#kit/progress'
import { mismatchedTerms, rebuildSegment } from './inverted-index/index-maintenance.ts'
import { lastSegment } from './inverted-index/index-writer.sql.ts'

export const searchIndex: Command = {
  usage: 'index rebuild|check',
  description: 'Rebuilds the search index, or compares it with the published images: exit status 1 when they differ.',
  options: {},

  async run({ backgroundDb }, _, [action]) {
    if (action === 'rebuild') return rebuild(backgroundDb)
    if (action === 'check') return check(backgroundDb)
    throw new CommandError('Usage: index rebuild or index check.')
  },
}

async function rebuild(db: Database) {
  await forEachSegment(db, 'Rebuilding', (segment) => rebuildSegment(db, segment))
  return true
}

async function check(db: Database) {
  const mismatches: string[] = []
  await forEachSegment(db, 'Checking', async (segment) => {
    for (const term of await mismatchedTerms(db, segment)) mismatches.push(`${term} (segment ${segment})`)
  })
  if (!mismatches.length) console.log('The search index matches the published images.')
  else {
    const count =
      mismatches.length === 1 ? '1 posting list is' : `${mismatches.length.toLocaleString('en')} posting lists are`
    console.error(`${count} wrong, such as ${mismatches.slice(0, 5).join(', ')}. Run index rebuild.`)
  }
  return mismatches.length === 0
}

/** From the newest segment to the oldest, because most visitors look at the newest images. */
async function forEachSegment(db: Database, label: string, work: (segment: number) => Promise<void>) {
  const last = await lastSegment(db)
  const progress = startProgress(label, last + 1)
  for (let segment = last; segment >= 0; segment--) {
    await work(segment)
    progress.step()
  }
  progress.finish()
}
