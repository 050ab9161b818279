import { variantSizes } from '@vitrine/contract/variants'
import type { FastifyInstance } from 'fastify'
import { imageByCloudflareId } from '#features/images/images.sql'
import { originalKey, variantKey } from '#features/images/storage-keys'
import { hasValidSignature, isPublic } from '#features/images/urls'
import { fail } from '#kit/api-error'
import type { ReadRouter } from '#kit/database/read-routing'
import { sendFile } from '#kit/http/send-file'
import type { Signer } from '#kit/security/signer'
import type { Store } from '#kit/storage/store'

/** The pictures that pages show: `/media/{cloudflare_id}/640.webp`, `/media/{cloudflare_id}/original.png`. */
export function mediaRoutes(
  app: FastifyInstance,
  { reads, store, mediaSigner }: { reads: ReadRouter; store: Store; mediaSigner: Signer },
) {
  app.get<{ Params: { cloudflare_id: string; file: string }; Querystring: { until?: unknown; key?: unknown } }>(
    '/media/:cloudflare_id/:file',
    async (request, reply) => {
      const { cloudflare_id, file } = request.params
      const wanted = file === 'original.png' ? 'original' : Number(/^(\d{2,4})\.webp$/.exec(file)?.[1])
      if (!wanted) throw fail('image_not_found')
      const image = await reads(request)(async (db) => {
        const row = await imageByCloudflareId(db, cloudflare_id)
        return row && (isPublic(row) || hasValidSignature(cloudflare_id, request.query, mediaSigner)) ? row : undefined
      })
      if (!image) throw fail('image_not_found')
      await sendFile(request, reply, store, {
        ...(wanted === 'original' ? originalOf(image) : variantOf(image, wanted)),
        isPublic: isPublic(image),
        maxAge: 3600, // an hour spares a visitor 100 requests a page, and forgets a rejected picture soon enough
      })
      return reply
    },
  )
}

interface MediaImage {
  sha256: string
  width: number
  height: number
}

const originalOf = ({ sha256 }: MediaImage) => ({ key: originalKey(sha256), contentType: 'image/png', etag: sha256 })

/** The smallest variant that is not smaller than wanted; a small picture has only its own size to give. */
function variantOf({ sha256, width, height }: MediaImage, wanted: number) {
  const sizes = variantSizes(width, height)
  const size = sizes.find((one) => one >= wanted) ?? sizes.at(-1)!
  return { key: variantKey(sha256, size), contentType: 'image/webp', etag: `${sha256}-${size}` }
}
