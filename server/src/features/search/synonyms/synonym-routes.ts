import { type Synonym, synonyms } from '@vitrine/contract/calls/visitors/search'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FeatureDeps } from '#feature'
import { fieldError } from '#kit/api-error'
import { changeSettings } from '../change-settings.ts'
import { wordsOf } from '../words/word-forms.ts'
import { addSynonym, allSynonyms, deleteSynonym, updateSynonym } from './synonyms.sql.ts'
import { synonymKey } from './synonyms.ts'

export function synonymRoutes(deps: FeatureDeps) {
  deps.serve(synonyms, {
    async list() {
      return { synonyms: await allSynonyms(deps.db) }
    },
    async add({ body, ...call }) {
      const words = asWords(body)
      const synonym = await changeSettings(deps, call, 'synonym added', (db) => addSynonym(db, words))
      return { message: synonyms.add.messages.done, synonym }
    },
    async update({ params: { id }, body, ...call }) {
      const words = asWords(body)
      const synonym = await changeSettings(deps, call, 'synonym changed', (db) => updateSynonym(db, id, words))
      return { message: synonyms.update.messages.done, synonym }
    },
    async remove({ params: { id }, ...call }) {
      await changeSettings(deps, call, 'synonym deleted', (db) => deleteSynonym(db, id))
      return { message: synonyms.remove.messages.done }
    },
  })
}

/** Both sides as the search reads them; throws `invalid` where one is no word or phrase, or both are the same. */
function asWords({ said, means, is_two_way }: Omit<Synonym, 'id'>): Omit<Synonym, 'id'> {
  const sides = { said: wordsOf(said), means: wordsOf(means) }
  for (const at of ['said', 'means'] as const) {
    const count = sides[at].length
    const isWithinLimit = count >= 1 && count <= limits.synonymWords
    if (!isWithinLimit) throw fieldError('invalid', at, `Enter one to ${limits.synonymWords} words.`)
  }
  if (synonymKey(sides.said) === synonymKey(sides.means))
    throw fieldError('invalid', 'means', 'Searches take these for the same words already.')
  return { said: sides.said.join(' '), means: sides.means.join(' '), is_two_way }
}
