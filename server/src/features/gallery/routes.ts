import { gallery } from '@vitrine/contract/gallery'
import { categoryValue, type Image } from '@vitrine/contract/images'
import { cloudflareUrl, mainUrl } from '#features/images/addresses'
import { countDownload, imageByCloudflareId, keywordsOf } from '#features/images/queries'
import { fail } from '#kit/errors'
import type { Secret } from '#kit/secret'
import { sendFile } from '#kit/send-file'
import { type Person, ReadyJson, type Serve } from '#kit/serve'
import { type CopyGround, downloadsFrom } from './copies.ts'
import { cardsInOrder, cardsOf, imageBySlug, related, tagsInUse } from './queries.ts'
import { select } from './select-queries.ts'
import { suggestionsFor } from './suggestion-queries.ts'

export function galleryRoutes(serve: Serve, ground: CopyGround & { secret: Secret }) {
  const { db, store, secret } = ground
  const downloadOf = downloadsFrom(ground)
  serve(gallery, {
    async approved({ query: { page, ...search } }) {
      const { count, ids } = await select(db, search, page)
      return new ReadyJson(`{"count":${count},"images":[${await cardsOf(db, ids)}]}`)
    },

    async keywords({ query }) {
      return { data: await tagsInUse(db, query.first) }
    },

    async suggestions({ query }) {
      return { suggestions: await suggestionsFor(db, query.title ?? '') }
    },

    async one({ params, user }) {
      const row = await imageBySlug(db, params.slug)
      if (!row || !maySee(row, user)) throw fail('image_not_found')
      const keywords = await keywordsOf(db, row.id)
      const alike = await related(db, row, keywords.map((keyword) => keyword.id)) // biome-ignore format: one thought
      const image: Image = {
        ...row,
        keywords,
        colour: row.colours[0]?.hex ?? null,
        category: categoryValue(row.category_id),
        cloudflare_url: cloudflareUrl(row, secret),
        main_url: mainUrl(row, secret),
        mime_type: 'image/png',
        user: { username: row.username, first_name: row.first_name, last_name: row.last_name },
        created_at: row.created_at.toISOString(),
      }
      return { image, images: (await cardsInOrder(db, alike)).map((json) => JSON.parse(json)) }
    },

    async download({ params, query, user, request, reply }) {
      const image = await imageByCloudflareId(db, params.cloudflare_id)
      if (!image || image.deleted_at || !maySee(image, user)) throw fail('image_not_found')
      const sent = await sendFile(request, reply, store, {
        ...(await downloadOf(image, query)),
        open: image.status === 'approved',
        keep: 300, // seconds: a picture that was rejected must go
      })
      if (sent === 'from the start') await countDownload(db, image.id)
    },
  })
}

/** Approved images are everybody's; the others are their owner's and the admins' (spec section 6). */
function maySee(image: { status: string; owner_id: number }, user: Person | null): boolean {
  if (image.status === 'approved') return true
  return user !== null && !user.is_block && (user.role === 'admin' || user.id === image.owner_id)
}
