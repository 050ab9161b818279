import { backOfficePrefixes, pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#feature'
import { mainUrl } from '#features/images/image-urls'
import { fail } from '#kit/api-error'
import { escapeMarkup } from '#kit/escape-markup'
import { serveCachedText } from '#kit/pages/send-cached-response'
import { contributorsWithImages, nonEmptyRanges, publishedBetween, usedTags } from './gallery.sql.ts'

/** URLs that one sitemap file may hold (sitemaps.org). */
const maxUrls = 50_000
/** A file of as many is rendered within 20 ms, and an index has room for 100 million images. */
const imagesPerFile = 2_000

type SitemapDeps = Pick<FeatureDeps, 'visitorDb' | 'mediaSigner' | 'pageCache'>

/** Images are in fixed ranges of publish numbers, so that none moves to another file. */
export function sitemapRoutes(
  app: FastifyInstance,
  { visitorDb, mediaSigner, pageCache }: SitemapDeps,
  { site, size = imagesPerFile }: { site: string; size?: number },
) {
  /** Without a text the address does not exist. */
  const serveText = (path: string, type: string, render: (at: string) => Promise<string | undefined>) => {
    const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': cacheControl }
    serveCachedText(app, { path, cache: pageCache, headers }, async ({ at = '' }) => {
      const text = await render(at)
      if (text === undefined) throw fail('no_such_call')
      return text
    })
  }
  const servePages = (path: string, find: () => Promise<string[]>) =>
    serveText(path, 'application/xml', async () => {
      const paths = await find()
      const urls = paths.map((path) => `<url><loc>${escapeMarkup(site + path)}</loc></url>`)
      return paths.length ? `${xmlDeclaration}<urlset ${sitemapNamespace}>${urls.join('')}</urlset>` : undefined
    })

  serveText('/robots.txt', 'text/plain', async () => robotsTxt(site))

  serveText('/sitemap.xml', 'application/xml', async () => {
    const ranges = await nonEmptyRanges(visitorDb, size)
    const people = await contributorsWithImages(visitorDb, 1)
    const contributors = people.length ? ['/sitemaps/contributors.xml'] : []
    const tags = (await usedTags(visitorDb, 1)).length ? ['/sitemaps/tags.xml'] : []
    const images = ranges.map((at) => `/sitemaps/images-${at}.xml`)
    const all = ['/sitemaps/pages.xml', ...tags, ...contributors, ...images].map(
      (path) => `<sitemap><loc>${escapeMarkup(site + path)}</loc></sitemap>`,
    )
    return `${xmlDeclaration}<sitemapindex ${sitemapNamespace}>${all.join('')}</sitemapindex>`
  })

  servePages('/sitemaps/pages.xml', async () => publicPaths)

  servePages('/sitemaps/contributors.xml', async () => {
    const people = await contributorsWithImages(visitorDb, maxUrls)
    return people.map(({ username }) => pages.contributor.href({ username }))
  })

  servePages('/sitemaps/tags.xml', async () => {
    const tags = await usedTags(visitorDb, maxUrls)
    return tags.map(({ name }) => `${pages.home.href()}?${new URLSearchParams({ keyword: name })}`)
  })

  serveText('/sitemaps/images-:at.xml', 'application/xml', async (at) => {
    if (!/^[1-9]\d{0,5}$/.test(at)) return undefined
    const images = await publishedBetween(visitorDb, (Number(at) - 1) * size, Number(at) * size)
    if (!images.length) return undefined
    const urls = images.map(entry).join('')
    return `${xmlDeclaration}<urlset ${sitemapNamespace} ${imageNamespace}>${urls}</urlset>`
  })

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
const cacheControl = 'public, max-age=600'

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
