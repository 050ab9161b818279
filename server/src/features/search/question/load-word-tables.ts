import { inBatches } from '#kit/concurrency'
import { lock } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/statements'
import type { Logger } from '#kit/logger'
import { type NearWord, readMeanings, readTranslations, tableVersion } from '../../../../word-tables/read-word-table.ts'
import { notifySearchSettingsChanged } from '../search-settings.sql.ts'
import { deleteRows, insertRows, loadedVersion, saveVersion, type WordRow, type WordTable } from './dictionary.sql.ts'

/** Rows of one statement. */
const batchSize = 5_000

/** Loads the word tables where the database has other versions; in these seconds searches find by words alone. */
export async function loadWordTables(db: Database, log: Pick<Logger, 'info'>): Promise<void> {
  await loadTable(db, log, 'meaning', () => meaningRows())
  await loadTable(db, log, 'translation', () => translationRows())
}

async function* meaningRows(): AsyncGenerator<WordRow> {
  for await (const { word, nounShare, frequency, near } of readMeanings())
    yield { word, targets: targetsOf(near), noun_share: nounShare, frequency }
}

async function* translationRows(): AsyncGenerator<WordRow> {
  for await (const { word, english } of readTranslations()) yield { word, targets: targetsOf(english) }
}

const targetsOf = (words: NearWord[]) => words.map(({ text, cost }) => `${text}:${cost}`).join()

async function loadTable(
  db: Database,
  log: Pick<Logger, 'info'>,
  table: WordTable,
  read: () => AsyncGenerator<WordRow>,
) {
  const version = await tableVersion(table)
  if ((await loadedVersion(db, table)) === version) return
  const began = performance.now()
  await db.transaction().execute(async (transaction) => {
    await lock(transaction, 'word tables') // one process loads, the others wait
    if ((await loadedVersion(transaction, table)) === version) return // another process was quicker
    await deleteRows(transaction, table)
    for await (const rows of inBatches(read(), batchSize)) await insertRows(transaction, table, rows)
    await saveVersion(transaction, table, version)
    await notifySearchSettingsChanged(transaction) // cached answers were found by words alone
  })
  log.info({ table, ms: Math.round(performance.now() - began) }, 'A word table was loaded')
}
