import { type Caller, isSignedIn } from '@vitrine/contract/caller'
import { contributors } from '@vitrine/contract/calls/accounts/profile'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { endpointPath, type HandlerInput, type Reply } from '@vitrine/contract/endpoint'
import { fittedDimensions } from '@vitrine/contract/measures/dimensions'
import { mediaPath, previewSides, versionedPreviewFile } from '@vitrine/contract/media-files'
import type { Card, Derivative, PublicImage } from '@vitrine/contract/schemas/image'
import { publicContributor } from '@vitrine/contract/schemas/user'
import type { SiteSettings } from '@vitrine/contract/site'
import { categories, categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import * as z from 'zod/mini'
import type { FeatureDeps } from '#feature'
import { avatarUrl } from '#features/accounts/users/avatar-urls'
import { isPublic } from '#features/images/image-urls'
import { imageByCloudflareId, keywordsOf } from '#features/images/images.sql'
import type { DownloadCounter } from '#features/publishing/download-counter'
import type { PostingCache } from '#features/search/postings'
import { searchImages } from '#features/search/query'
import { fillerWords } from '#features/search/question/filler-words'
import { findRelated } from '#features/search/related'
import { suggest } from '#features/search/suggestions'
import { fail } from '#kit/api-error'
import type { Limiter } from '#kit/concurrency'
import type { Database } from '#kit/database/statements'
import { networkOf } from '#kit/http/client-network'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import { PreserializedJson } from '#kit/http/endpoints'
import { creatorOf, licenceOf, provenanceOf } from './credit-and-provenance.ts'
import { derivativeSizes } from './derivatives.sql.ts'
import { type OfferedImage, offersOf } from './derivatives.ts'
import type { Downloads } from './downloads.ts'
import {
  cardsJson,
  contributorWithPage,
  imageBySlug,
  imagesOfContributor,
  readCards,
  readPageCards,
  usedKeywords,
} from './gallery.sql.ts'
import { shownFile, toManagedImages } from './managed-image.ts'
import { managedImages } from './managed-images.sql.ts'
import { type PublicImages, unseenError } from './public-images.ts'
import { sendImageFile } from './send-image-file.ts'

export interface GalleryDeps extends FeatureDeps {
  /** Of downloads that read the database. */
  lookups: Limiter
  postingCache: PostingCache
  downloadCounter: DownloadCounter
  publicImages: PublicImages
  downloadOf: Downloads
}

export function galleryRoutes(deps: GalleryDeps): void {
  const { serve, config, store, mediaSigner, dbFor, lookups, postingCache, searchSettings } = deps
  const { downloadCounter, publicImages, downloadOf } = deps
  serve(gallery, {
    async approved({ query: { page, ...search }, caller }) {
      const db = dbFor(caller)
      const { synonyms } = await searchSettings.get()
      const found = await searchImages(db, postingCache, { ...search, synonyms }, page)
      const { count, meant, partly, near } = found
      const about = { count, meant: meant.length ? meant : undefined, partly, near }
      if (caller?.role !== 'admin') {
        const images = await cardsJson(db, found)
        return new PreserializedJson(`${JSON.stringify(about).slice(0, -1)},"images":[${images}]}`)
      }
      const cards = await readPageCards(db, found)
      const ids = cards.map(({ json }) => (JSON.parse(json) as Card).id)
      return { ...about, images: await toManagedImages({ db, mediaSigner }, await managedImages(db, ids), caller) }
    },

    async keywords({ query, caller }) {
      const without = query.exclude_generic ? genericKeywords : []
      return { data: await usedKeywords(dbFor(caller), { ...query, without }) }
    },

    async suggestions({ query, caller }) {
      return { suggestions: await suggestionsWithThumbnails(dbFor(caller), postingCache, query.title) }
    },

    async one({ params, query, caller }) {
      const db = dbFor(caller)
      const row = await imageBySlug(db, params.slug)
      if (!row || !canSee(row, caller)) throw await unseenError(db, params.slug)
      const keywords = await keywordsOf(db, [row.id])
      const keywordIds = keywords.map((keyword) => keyword.id)
      const related = await findRelated(db, postingCache, row, keywordIds, query)
      const cards = await readPageCards(db, { pubNos: related })
      const image: PublicImage = {
        ...row,
        ...shownFile(row, mediaSigner),
        mime_type: originalFormat.mime,
        keywords,
        category: categoryValueById(row.category_id),
        ...licenceOf(row, deps.site),
        ...provenanceOf(row),
        derivatives: await offeredDerivatives(db, row),
        user: {
          username: row.username,
          first_name: row.first_name,
          last_name: row.last_name,
          has_page: row.has_visible_page,
        },
        created_at: row.created_at.toISOString(),
      }
      return { image, images: cards.map(({ json }) => JSON.parse(json)) }
    },

    async oembed({ query, caller }) {
      return oembedOf(dbFor(caller), query, deps.site)
    },

    async download({ params, query, caller, request, reply }) {
      const lookUp = async () => {
        const row = await imageByCloudflareId(dbFor(caller), params.cloudflare_id)
        if (row?.state === 'taken_down') throw fail('taken_down')
        return row && row.state !== 'trash' && canSee(row, caller) ? row : undefined
      }
      const network = networkOf(request.ip)
      const read = () => lookups.run(lookUp, { key: network })
      const image = await (isSignedIn(caller) ? read() : publicImages.find(params.cloudflare_id, read))
      const visitor = { network, signal: disconnectSignal(reply) }
      const isWhole = await sendImageFile(request, reply, store, {
        image,
        findNow: read,
        fileOf: async (image) => ({
          ...(await downloadOf(image, query, visitor)),
          isPublic: isPublic(image),
          fallbackName: 'image',
          sentBy: config.FILES_SENT_BY,
          maxAge: isPublic(image) ? 300 : 'no-store', // seconds: a rejected image must disappear soon
        }),
      })
      if (image && isWhole) downloadCounter.count(image.id, request)
    },
  })
}

export function contributorRoutes({ serve, dbFor }: FeatureDeps): void {
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

/** What the page of an image offers besides its original, with the bytes of what was made before. */
async function offeredDerivatives(db: Database, image: OfferedImage): Promise<Derivative[]> {
  const path = endpointPath(gallery.download, { cloudflare_id: image.cloudflare_id })
  const offers = offersOf(image)
  const keys = offers.map(({ key }) => key)
  const sizes = await derivativeSizes(db, keys)
  return offers.map(({ kind, key, dimensions, query }) => ({
    kind,
    width: dimensions?.width ?? null,
    height: dimensions?.height ?? null,
    byte_size: sizes.get(key) ?? null,
    href: `${path}?${query}`,
  }))
}

/** In lower case: keywords under which visitors find nothing that they would not find otherwise. */
const genericKeywords = [...fillerWords, ...categories.map(({ name }) => name.toLowerCase())]

async function suggestionsWithThumbnails(db: Database, postingCache: PostingCache, typed = '') {
  const found = await suggest(db, postingCache, typed)
  const pubNos = found.map(({ pubNo }) => pubNo)
  const cards = await readCards(db, pubNos)
  return found.flatMap(({ pubNo, kind, text, count }) => {
    const stored = cards.get(pubNo)
    if (!stored) return []
    const { cloudflare_url, contrast_tile, visible_fit }: Card = JSON.parse(stored.json)
    return [{ kind, text, count, thumbnail: { cloudflare_url, contrast_tile, visible_fit } }]
  })
}

/** Images that are not public are visible to their owner and to admins (requirements: #image-visibility). */
function canSee(image: { pub_no: number | null; owner_id: number }, caller: Caller | null): boolean {
  if (isPublic(image)) return true
  return caller !== null && !caller.is_block && (caller.role === 'admin' || caller.id === image.owner_id)
}

type OembedQuery = HandlerInput<typeof gallery.oembed>['query']

/** An image for programs that embed the address of its page (oEmbed 1.0, 2.3.4.1), as large as they have room for. */
async function oembedOf(
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
