import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { HandlerInput, Reply } from '@vitrine/contract/endpoint'
import { fittedDimensions } from '@vitrine/contract/measures/dimensions'
import { mediaPath, previewSides, versionedPreviewFile } from '@vitrine/contract/media-files'
import type { SiteSettings } from '@vitrine/contract/site'
import { isPublic } from '#features/images/image-urls'
import type { Database } from '#kit/database/pool'
import { creatorOf } from './credit-and-provenance.ts'
import { imageBySlug } from './gallery.sql.ts'
import { unseenError } from './public-images.ts'

type OembedQuery = HandlerInput<typeof gallery.oembed>['query']

/** An image for programs that embed the address of its page (oEmbed 1.0, 2.3.4.1), as large as they have room for. */
export async function oembedOf(
  db: Database,
  { url, maxwidth, maxheight }: OembedQuery,
  site: SiteSettings,
): Promise<Reply<typeof gallery.oembed>> {
  const slug = slugIn(url)
  const row = await imageBySlug(db, slug)
  if (!row || !isPublic(row)) throw await unseenError(db, slug)
  const { width, height } = row
  const room = Math.min(1, (maxwidth ?? width) / width, (maxheight ?? height) / height)
  const longest = Math.min(room * Math.max(width, height), previewSides.at(-1)!)
  const side = previewSides.find((side) => side >= longest)!
  return {
    version: '1.0',
    type: 'photo',
    title: row.title,
    url: site.url + mediaPath(row.cloudflare_id, versionedPreviewFile(side, row.preview_version)),
    ...fittedDimensions(row, longest),
    author_name: creatorOf(row),
    provider_name: site.name,
    provider_url: site.url,
  }
}

/** Of the address of an image's page; otherwise one that no image has. */
function slugIn(url: string): string {
  try {
    return decodeURIComponent(/\/image\/([^/?#]+)\/?(?:[?#]|$)/.exec(url)?.[1] ?? '')
  } catch {
    return ''
  }
}
