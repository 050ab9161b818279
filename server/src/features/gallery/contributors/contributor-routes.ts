import { contributors } from '@vitrine/contract/calls/accounts/profile'
import { publicContributor } from '@vitrine/contract/schemas/user'
import * as z from 'zod/mini'
import type { FeatureDeps } from '#feature'
import { avatarUrl } from '#features/accounts/users/avatar-urls'
import { fail } from '#kit/api-error'
import { type EndpointServer, PreserializedJson } from '#kit/http/endpoints'
import { cardsJson } from '../gallery.sql.ts'
import { contributorWithPage, imagesOfContributor } from './contributors.sql.ts'

/** Mounts the call behind contributors' pages. */
export function contributorRoutes(serve: EndpointServer, { dbFor }: Pick<FeatureDeps, 'dbFor'>): void {
  serve(contributors, {
    async images({ params, query, caller }) {
      const db = dbFor(caller)
      const contributor = await contributorWithPage(db, params.username)
      if (!contributor) throw fail('contributor_not_found')
      const images = await imagesOfContributor(db, contributor.id, query.page)
      const about = JSON.stringify(z.parse(publicContributor, { ...contributor, image: avatarUrl(contributor.image) }))
      const cards = await cardsJson(db, images)
      return new PreserializedJson(`{"contributor":${about},"count":${images.count},"images":[${cards}]}`)
    },
  })
}
