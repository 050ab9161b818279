import { Readable } from 'node:stream'
import { backOfficePrefixes, pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mainUrl } from '#features/images/urls'
import { fail } from '#kit/api-error'
import type { DatabaseReader, ReadRouter } from '#kit/database/read-routing'
import type { Signer } from '#kit/security/signer'
import { nonEmptyRanges, publishedBetween } from './sitemaps.sql.ts'

/** sitemaps.org: addresses that one file may hold. */
const maxUrls = 50_000

/**
 * What search engines are told: robots.txt, an index, the pages, and the images in stretches of publish numbers, so that
 * an image stays in its file for good. Files are streamed from the database, a thousand images at a time.
 */
export function sitemapRoutes(
  app: FastifyInstance,
  { reads, mediaSigner }: { reads: ReadRouter; mediaSigner: Signer },
  { site, size = maxUrls }: { site: string; size?: number },
) {
  app.get('/robots.txt', async (_request, reply) =>
    reply.headers(cacheHeaders).type('text/plain; charset=utf-8').send(robotsTxt(site)),
  )

  app.get('/sitemap.xml', async (request, reply) => {
    const stretches = await reads(request)((db) => nonEmptyRanges(db, size))
    const files = stretches.map((at) => `/sitemaps/images-${at}.xml`)
    const all = ['/sitemaps/pages.xml', ...files].map(
      (path) => `<sitemap><loc>${escapeXml(site + path)}</loc></sitemap>`,
    )
    return sendXml(reply, `${xmlDeclaration}<sitemapindex ${sitemapNamespace}>${all.join('')}</sitemapindex>`)
  })

  app.get('/sitemaps/pages.xml', async (_request, reply) => {
    const all = publicPaths.map((path) => `<url><loc>${escapeXml(site + path)}</loc></url>`)
    return sendXml(reply, `${xmlDeclaration}<urlset ${sitemapNamespace}>${all.join('')}</urlset>`)
  })

  app.get<{ Params: { at: string } }>('/sitemaps/images-:at.xml', async (request, reply) => {
    const at = /^[1-9]\d{0,5}$/.test(request.params.at) ? Number(request.params.at) : 0
    const next = batchReader(reads(request), at * size)
    const first = await next((at - 1) * size)
    if (!first) throw fail('no_such_call')
    return sendXml(reply, Readable.from(imageSitemap(first, next)))
  })

  async function* imageSitemap(first: SitemapImage[], next: ReturnType<typeof batchReader>) {
    yield `${xmlDeclaration}<urlset ${sitemapNamespace} ${imageNamespace}>`
    for (let rows: SitemapImage[] | undefined = first; rows; rows = await next(rows.at(-1)!.pub_no))
      yield rows.map(entry).join('')
    yield '</urlset>'
  }

  /** Google reads no other element of an image than its address since August 2022. */
  function entry({ slug, cloudflare_id, updated_at }: SitemapImage): string {
    const page = escapeXml(site + pages.image.href({ slug }))
    const picture = escapeXml(site + mainUrl({ cloudflare_id, status: 'approved' }, mediaSigner))
    const changed = updated_at.toISOString()
    return `<url><loc>${page}</loc><lastmod>${changed}</lastmod><image:image><image:loc>${picture}</image:loc></image:image></url>`
  }
}

type SitemapImage = Awaited<ReturnType<typeof publishedBetween>>[number]

/** The images behind one publish number, up to the end of the file; undefined where there are no more. */
const batchReader = (read: DatabaseReader, upTo: number) => (above: number) =>
  read(async (db) => {
    const rows = await publishedBetween(db, above, upTo)
    return rows.length ? rows : undefined
  })

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'
const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const imageNamespace = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
/** Seconds: search engines come back within days, and a rejected image is a 404 for them at once. */
const cacheHeaders = { 'cache-control': 'public, max-age=600' }

const sendXml = (reply: FastifyReply, body: string | Readable) =>
  reply.headers(cacheHeaders).type('application/xml; charset=utf-8').send(body)

const { home, about, contact, terms, privacy, apiDocs } = pages
const publicPaths = [
  ...[home, about, contact, terms, privacy, apiDocs].map((page) => page.href()),
  ...categories.map(({ name }) => `${home.href()}?${new URLSearchParams({ category: name })}`),
]

/** Back offices are nobody's business, calls are for programs; the readable page of the API is for everybody. */
function robotsTxt(site: string): string {
  const closed = ['/api/', ...backOfficePrefixes].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...closed, `Allow: ${apiDocs.href()}`, '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n')
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
