import type { Synonym } from '@vitrine/contract/calls/visitors/search'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { fail } from '#kit/api-error'
import { violatedUniqueConstraint } from '#kit/database/pg-errors'
import { type Database, oneValue } from '#kit/database/statements'

type NewSynonym = Omit<Synonym, 'id'>

export const allSynonyms = (db: Database): Promise<Synonym[]> =>
  db.selectFrom('synonym').selectAll().orderBy('said').orderBy('means').execute()

/** Call with the settings locked, so that the number of synonyms stays within its limit. */
export async function addSynonym(db: Database, synonym: NewSynonym): Promise<Synonym> {
  const count = await oneValue<number>(db)`select count(*)::int from synonym`
  if (count >= limits.synonyms) throw fail('too_many_synonyms')
  return refusingDuplicates(db.insertInto('synonym').values(synonym).returningAll().executeTakeFirstOrThrow())
}

export async function updateSynonym(db: Database, id: number, synonym: NewSynonym): Promise<Synonym> {
  const update = db.updateTable('synonym').set(synonym).where('id', '=', id).returningAll()
  const changed = await refusingDuplicates(update.executeTakeFirst())
  if (!changed) throw fail('synonym_not_found')
  return changed
}

export async function deleteSynonym(db: Database, id: number): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('synonym').where('id', '=', id).executeTakeFirst()
  if (!numDeletedRows) throw fail('synonym_not_found')
}

const refusingDuplicates = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error) => {
    throw violatedUniqueConstraint(error) ? fail('synonym_exists') : error
  })
