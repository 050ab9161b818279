import { highlights } from '@vitrine/contract/calls/visitors/gallery'
import { coverPath, coverSize } from '@vitrine/contract/media-files'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { categoryDescriptions } from '@vitrine/contract/vocabulary/category-descriptions'
import { imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#feature'
import { cardsJson } from '#features/gallery/gallery.sql'
import { publicPictureAges } from '#features/images/image-urls'
import { fail } from '#kit/api-error'
import { PreserializedJson } from '#kit/http/endpoints'
import { fileRoute } from '#kit/http/methods'
import { sendFile } from '#kit/http/send-file'
import { coverKey } from './covers.ts'
import { highlightsOf } from './highlights.sql.ts'

type HighlightDeps = Pick<FeatureDeps, 'serve' | 'dbFor' | 'visitorDb' | 'store'>

/** The pictures of the day, and their covers: `/media/covers/0-6f1f….jpg` is that of the home page. */
export function highlightRoutes(app: FastifyInstance, { serve, dbFor, visitorDb, store }: HighlightDeps): void {
  serve(highlights, {
    async today({ query, caller }) {
      const db = dbFor(caller)
      const { pub_nos, cover } = await highlightsOf(db, query.category ?? null)
      const about = {
        description: descriptionOf(query.category),
        cover: cover && { url: coverPath(cover), ...coverSize },
      }
      const images = await cardsJson(db, { pubNos: pub_nos })
      return new PreserializedJson(`${JSON.stringify(about).slice(0, -1)},"images":[${images}]}`)
    },
  })

  fileRoute<{ Params: { file: string } }>(app, '/media/covers/:file', async (request, reply) => {
    const category = /^(\d{1,2})-[0-9a-f]{16}\.jpg$/.exec(request.params.file)?.[1]
    if (!category) throw fail('image_not_found')
    // An address of another day shows the cover of today.
    const { cover } = await highlightsOf(visitorDb, Number(category) || null)
    if (!cover) throw fail('image_not_found')
    await sendFile(request, reply, store, {
      key: coverKey(cover),
      contentType: imageFormats.jpeg.mime,
      etag: cover,
      isPublic: true,
      ...publicPictureAges,
      missingError: fail('image_not_found'), // replaced at this moment
    })
    return reply
  })
}

function descriptionOf(category: number | undefined): string | null {
  const value = category && categoryValueById(category)
  return value ? categoryDescriptions[value] : null
}
