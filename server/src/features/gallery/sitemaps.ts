import { Readable } from 'node:stream'
import { backOfficePrefixes, pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mainUrl } from '#features/images/image-urls'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { escapeMarkup } from '#kit/escape-markup'
import type { Signer } from '#kit/security/signer'
import { contributorsWithImages, nonEmptyRanges, publishedBetween, usedTags } from './sitemaps.sql.ts'

/** URLs that one sitemap file may hold (sitemaps.org). */
const maxUrls = 50_000

/**
 * robots.txt and the sitemaps: an index, the pages, those of tags and of contributors, and the images in fixed ranges
 * of publish numbers, so that an image never moves to another file. Files are streamed from the database, a thousand
 * images at a time.
 */
export function sitemapRoutes(
  app: FastifyInstance,
  { visitorDb, mediaSigner }: { visitorDb: Database; mediaSigner: Signer },
  { site, size = maxUrls }: { site: string; size?: number },
) {
  app.get('/robots.txt', async (_request, reply) =>
    reply.headers(cacheHeaders).type('text/plain; charset=utf-8').send(robotsTxt(site)),
  )

  app.get('/sitemap.xml', async (_request, reply) => {
    const ranges = await nonEmptyRanges(visitorDb, size)
    const people = await contributorsWithImages(visitorDb, 1)
    const contributors = people.length ? ['/sitemaps/contributors.xml'] : []
    const tags = (await usedTags(visitorDb, 1)).length ? ['/sitemaps/tags.xml'] : []
    const images = ranges.map((at) => `/sitemaps/images-${at}.xml`)
    const all = ['/sitemaps/pages.xml', ...tags, ...contributors, ...images].map(
      (path) => `<sitemap><loc>${escapeMarkup(site + path)}</loc></sitemap>`,
    )
    return sendXml(reply, `${xmlDeclaration}<sitemapindex ${sitemapNamespace}>${all.join('')}</sitemapindex>`)
  })

  const sendPages = (reply: FastifyReply, paths: string[]) => {
    if (!paths.length) throw fail('no_such_call')
    const all = paths.map((path) => `<url><loc>${escapeMarkup(site + path)}</loc></url>`)
    return sendXml(reply, `${xmlDeclaration}<urlset ${sitemapNamespace}>${all.join('')}</urlset>`)
  }

  app.get('/sitemaps/pages.xml', async (_request, reply) => sendPages(reply, publicPaths))

  app.get('/sitemaps/contributors.xml', async (_request, reply) => {
    const people = await contributorsWithImages(visitorDb, size)
    return sendPages(
      reply,
      people.map(({ username }) => pages.contributor.href({ username })),
    )
  })

  app.get('/sitemaps/tags.xml', async (_request, reply) => {
    const tags = await usedTags(visitorDb, size)
    return sendPages(
      reply,
      tags.map(({ name }) => `${pages.home.href()}?${new URLSearchParams({ keyword: name })}`),
    )
  })

  app.get<{ Params: { at: string } }>('/sitemaps/images-:at.xml', async (request, reply) => {
    const at = /^[1-9]\d{0,5}$/.test(request.params.at) ? Number(request.params.at) : 0
    const next = (above: number) => publishedBetween(visitorDb, above, at * size)
    const first = await next((at - 1) * size)
    if (!first.length) throw fail('no_such_call')
    return sendXml(reply, Readable.from(imageSitemap(first, next)))
  })

  async function* imageSitemap(first: SitemapImage[], next: (above: number) => Promise<SitemapImage[]>) {
    yield `${xmlDeclaration}<urlset ${sitemapNamespace} ${imageNamespace}>`
    for (let rows = first; rows.length; rows = await next(rows.at(-1)!.pub_no)) yield rows.map(entry).join('')
    yield '</urlset>'
  }

  /** Only `image:loc`: Google has ignored the other elements of an image since August 2022. */
  function entry({ slug, cloudflare_id, pub_no, updated_at }: SitemapImage): string {
    const page = escapeMarkup(site + pages.image.href({ slug }))
    const file = escapeMarkup(site + mainUrl({ cloudflare_id, pub_no }, mediaSigner))
    const image = `<image:image><image:loc>${file}</image:loc></image:image>`
    return `<url><loc>${page}</loc><lastmod>${updated_at.toISOString()}</lastmod>${image}</url>`
  }
}

type SitemapImage = Awaited<ReturnType<typeof publishedBetween>>[number]

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>'
const sitemapNamespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const imageNamespace = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
/** Ten minutes: crawlers return within days, and a rejected image answers 404 at once. */
const cacheHeaders = { 'cache-control': 'public, max-age=600' }

const sendXml = (reply: FastifyReply, body: string | Readable) =>
  reply.headers(cacheHeaders).type('application/xml; charset=utf-8').send(body)

const { home, about, contact, terms, privacy } = pages
const publicPaths = [
  ...[home, about, contact, terms, privacy].map((page) => page.href()),
  ...categories.map(({ name }) => `${home.href()}?${new URLSearchParams({ category: name })}`),
]

/** Excludes the API and the back office. */
function robotsTxt(site: string): string {
  const disallowed = ['/api/', ...backOfficePrefixes].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...disallowed, '', `Sitemap: ${site}/sitemap.xml`, ''].join('\n')
}
