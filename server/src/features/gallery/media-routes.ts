import { extname } from 'node:path'
import { coverFile, originalFile, previewSizes, versionedPreviewFile } from '@vitrine/contract/media-files'
import { originalFormat, previewFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { FastifyInstance } from 'fastify'
import { waitingFileByCloudflareId } from '#features/images/files-of-images.sql'
import { hasValidSignature, isPublic, publicPictureAges } from '#features/images/image-urls'
import { imageByCloudflareId } from '#features/images/images.sql'
import { originalKey, previewKey } from '#features/images/storage-keys'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { networkOf } from '#kit/http/client-network'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import { fileRoute } from '#kit/http/methods'
import type { GalleryDeps } from './gallery-routes.ts'
import type { ImageRow } from './public-images.ts'
import { sendImageFile } from './send-image-file.ts'

/** The images that pages and links show: `/media/{cloudflare_id}/640-v2.webp`, also `original.png` and `cover.jpg`. */
export function mediaRoutes(app: FastifyInstance, deps: GalleryDeps) {
  const { visitorDb, store, mediaSigner, publicImages, downloadOf, config } = deps
  // Pages show pictures of this site alone (their Content-Security-Policy), so none by a redirect to a bucket.
  const originalsSentBy = config.FILES_SENT_BY === 'proxy' ? 'proxy' : 'node'

  fileRoute<{ Params: { cloudflare_id: string; file: string }; Querystring: { until?: unknown; key?: unknown } }>(
    app,
    '/media/:cloudflare_id/:file',
    async (request, reply) => {
      const { cloudflare_id, file } = request.params
      const size = Number(/^(\d{2,4})(?:-v\d{1,4})?\.webp$/.exec(file)?.[1])
      if (!size && file !== originalFile && file !== coverFile) throw fail('image_not_found')
      const isSigned = file !== coverFile && hasValidSignature(cloudflare_id, request.query, mediaSigner)
      const find = () => visibleImage(visitorDb, cloudflare_id, isSigned)
      await sendImageFile(request, reply, store, {
        image: await publicImages.find(cloudflare_id, find),
        findNow: find,
        fileOf: async (image) => ({
          ...(file === coverFile && 'slug' in image
            ? await downloadOf(
                image,
                { cover: true },
                { network: networkOf(request.ip), signal: disconnectSignal(reply) },
              )
            : size
              ? previewOf(image, size)
              : { ...originalOf(image), sentBy: originalsSentBy }),
          isPublic: isPublic(image),
          ...('slug' in image && { shownName: image.slug + extname(file) }),
          ...(isPublic(image) ? publicPictureAges : { maxAge: 'no-store' }),
        }),
      })
      return reply
    },
  )
}

/** A waiting file comes first: an approval between the two questions makes its address that of its image. */
async function visibleImage(db: Database, cloudflare_id: string, isSigned: boolean) {
  const waiting = isSigned && (await waitingFileByCloudflareId(db, cloudflare_id))
  if (waiting) return waiting
  const image = await imageByCloudflareId(db, cloudflare_id)
  if (image?.state === 'taken_down') throw fail('taken_down')
  return image && (isPublic(image) || isSigned) ? image : undefined
}

type MediaImage = Pick<ImageRow, 'sha256' | 'width' | 'height' | 'preview_version'>

const originalOf = ({ sha256 }: MediaImage) => ({
  key: originalKey(sha256),
  contentType: originalFormat.mime,
  etag: sha256,
})

/** The smallest preview at least as large as requested, or the largest, in the version that is in the store. */
function previewOf({ sha256, width, height, preview_version }: MediaImage, requested: number) {
  const sizes = previewSizes(width, height)
  const size = sizes.find((one) => one >= requested) ?? sizes.at(-1)!
  return {
    key: previewKey(sha256, size, preview_version),
    contentType: previewFormat.mime,
    etag: `${sha256}-${versionedPreviewFile(size, preview_version)}`,
  }
}
