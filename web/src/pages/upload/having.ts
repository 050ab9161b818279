import { alikeAtOnce } from '@vitrine/contract/looks'
import { type Alike as Owned, uploads } from '@vitrine/contract/uploads'
import type { SignedInUser } from '@vitrine/contract/users'
import { caller, type Send } from '../../call.ts'
import { asking } from '../../parts/asking.ts'
import { variant } from '../../parts/picture.ts'
import { roomOf } from '../../parts/rooms.ts'
import type { Alike } from './alike.ts'
import { inQuestions } from './in-questions.ts'
import type { Look } from './look.ts'

/** Asks the library which images this person has already. Without a hash (pages without https) it cannot be asked. */
export function havingOf(user: SignedInUser, send: Send) {
  const ask = inQuestions(alikeAtOnce, async (looks: Look[]) => {
    const pictures = looks.map(({ sha256, motif }) => ({ sha256: sha256!, look: motif ?? null }))
    const { found } = await caller(send)(uploads.alike, { body: { pictures } })
    return looks.map((_, at) => found.find(({ index }) => index === at))
  })

  return async (look: Look): Promise<Alike | undefined> => {
    const owned = look.sha256 && (await ask(look))
    return owned ? alikeOf(user, owned) : undefined
  }
}

function alikeOf(user: SignedInUser, { id, same, title, status, cloudflare_url }: Owned): Alike {
  // Among those of its title it stands on the first page, where the side panel finds it.
  const href = roomOf(user, 'total') + asking({ title, image: id })
  return { where: 'library', same, title, status, thumbnail: variant({ cloudflare_url }, 320), href }
}
