import { contributors } from '@vitrine/contract/calls/accounts/profile'
import { publicContributor } from '@vitrine/contract/schemas/user'
import * as z from 'zod/mini'
import { avatarUrl } from '#features/users/avatar-urls'
import { fail } from '#kit/api-error'
import type { ReadRouter } from '#kit/database/read-routing'
import { type EndpointServer, PreserializedJson } from '#kit/http/endpoints'
import { cardsJson } from '../gallery.sql.ts'
import { contributorWithPage, imagesOfContributor } from './contributors.sql.ts'

/** Mounts the call behind contributors' pages. */
export function contributorRoutes(serve: EndpointServer, { reads }: { reads: ReadRouter }): void {
  serve(contributors, {
    async images({ params, query, request }) {
      const found = await reads(request)(async (db) => {
        const contributor = await contributorWithPage(db, params.username)
        if (!contributor) return undefined
        const images = await imagesOfContributor(db, contributor.id, query.page)
        return { contributor, count: images.count, cards: await cardsJson(db, images) }
      })
      if (!found) throw fail('contributor_not_found')
      const { contributor, count, cards } = found
      const shown = z.parse(publicContributor, { ...contributor, image: avatarUrl(contributor.image) })
      return new PreserializedJson(`{"contributor":${JSON.stringify(shown)},"count":${count},"images":[${cards}]}`)
    },
  })
}
