import { type Synonym, synonyms } from '@vitrine/contract/calls/visitors/search'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { fail } from '#kit/api-error'
import type { EndpointServer } from '#kit/http/endpoints'
import { changeSettings, type SettingsDeps } from '../change-settings.ts'
import { wordsOf } from '../words/word-forms.ts'
import { addSynonym, allSynonyms, deleteSynonym, updateSynonym } from './synonyms.sql.ts'
import { synonymKey } from './synonyms.ts'

/** Mounts the admins' calls about synonyms. */
export function synonymRoutes(serve: EndpointServer, deps: SettingsDeps) {
  serve(synonyms, {
    async list() {
      return { synonyms: await allSynonyms(deps.db) }
    },
    async add({ body, caller, request }) {
      const words = asWords(body)
      const synonym = await changeSettings(deps, {
        ...{ what: 'synonym added', caller, request },
        change: (transaction) => addSynonym(transaction, words),
      })
      return { message: synonyms.add.messages.done, synonym }
    },
    async update({ params: { id }, body, caller, request }) {
      const words = asWords(body)
      const synonym = await changeSettings(deps, {
        ...{ what: 'synonym changed', caller, request },
        change: (transaction) => updateSynonym(transaction, id, words),
      })
      return { message: synonyms.update.messages.done, synonym }
    },
    async remove({ params: { id }, caller, request }) {
      await changeSettings(deps, {
        ...{ what: 'synonym deleted', caller, request },
        change: (transaction) => deleteSynonym(transaction, id),
      })
      return { message: synonyms.remove.messages.done }
    },
  })
}

/** Both sides as the search reads them; throws `invalid` where one is no word or phrase, or both are the same. */
function asWords({ said, means, is_two_way }: Omit<Synonym, 'id'>): Omit<Synonym, 'id'> {
  const sides = { said: wordsOf(said), means: wordsOf(means) }
  for (const at of ['said', 'means'] as const) {
    const count = sides[at].length
    if (count < 1 || count > limits.synonymWords) throw fieldError(at, `Enter one to ${limits.synonymWords} words.`)
  }
  if (synonymKey(sides.said) === synonymKey(sides.means))
    throw fieldError('means', 'Searches take these for the same words already.')
  return { said: sides.said.join(' '), means: sides.means.join(' '), is_two_way }
}

const fieldError = (at: string, message: string) => fail('invalid', { message, fields: [{ at, message }] })
