import type { FeedLink } from '@vitrine/contract/feeds'
import { fittedDimensions } from '@vitrine/contract/measures/dimensions'
import { mediaPath, originalFile, versionedPreviewFile } from '@vitrine/contract/media-files'
import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { licences, licenceUrl } from '@vitrine/contract/vocabulary/licences'
import { escapeMarkup, escapeXml } from '#kit/escape-markup'
import { creatorOf, creditLineOf, provenanceOf } from '../credit-and-provenance.ts'
import type { FeedFilter, FeedImage } from './feeds.sql.ts'

export const atomType = 'application/atom+xml'

export interface Feed extends FeedLink {
  /** The path of the page that shows the same images. */
  page: string
  filter: FeedFilter
}

type Site = Pick<SiteSettings, 'name' | 'url'>

/** A feed (RFC 4287) with thumbnails (Media RSS) and licences (RFC 4946); all addresses in it are absolute. */
export function atomFeed({ title, path, page }: Feed, images: FeedImage[], site: Site): string {
  const changes = images.map((image) => updatedAt(image).getTime())
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">',
    element('title', `${title} · ${site.name}`),
    element('id', site.url + path),
    link('self', atomType, site.url + path),
    link('alternate', 'text/html', site.url + page),
    element('updated', new Date(Math.max(0, ...changes)).toISOString()),
    `<author>${element('name', site.name)}${element('uri', `${site.url}/`)}</author>`,
    ...images.map((image) => entry(image, site)),
    '</feed>',
  ].join('')
}

/** Approval counts as a change, since the image appears by it. */
const updatedAt = ({ updated_at, approved_at }: FeedImage) => (updated_at > approved_at ? updated_at : approved_at)

function entry(image: FeedImage, site: Site): string {
  const page = site.url + pages.image.href(image)
  const original = site.url + mediaPath(image.cloudflare_id, originalFile)
  const category = categories.find(({ id }) => id === image.category_id)
  const preview = previewOf(image, site)
  return [
    '<entry>',
    element('title', image.title),
    element('id', tagUri(image, site)),
    link('alternate', 'text/html', page),
    link('enclosure', originalFormat.mime, original, ` length="${image.byte_size}"`),
    link('license', 'text/html', licenceUrl(image.licence, site.url)),
    element('published', image.approved_at.toISOString()),
    element('updated', updatedAt(image).toISOString()),
    author(image, site),
    category ? `<category term="${category.value}" label="${escapeXml(category.name)}"/>` : '',
    element('rights', rightsText(image, site)),
    `<media:thumbnail url="${escapeXml(preview.url)}" width="${preview.width}" height="${preview.height}"/>`,
    `<content type="html">${escapeXml(contentHtml(image, page, preview))}</content>`,
    '</entry>',
  ].join('')
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`

const link = (rel: string, type: string, href: string, more = '') =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"${more}/>`

/** The credit comes with the licence that asks for it. */
function rightsText(image: FeedImage, site: Site): string {
  const { sentence } = licences[image.licence]
  const line = creditLineOf(image, site)
  const rights = line ? `${sentence}. ${line}` : sentence
  const { provenance } = provenanceOf(image)
  return provenance.length ? `${rights}. ${provenance.join(' ')}` : rights
}

/** Stays when the title changes, which the address of the page follows (RFC 4151). */
const tagUri = ({ cloudflare_id, created_at }: FeedImage, site: Site): string =>
  `tag:${new URL(site.url).hostname},${created_at.toISOString().slice(0, 10)}:${cloudflare_id}`

function author(image: FeedImage, site: Site): string {
  const uri = image.has_visible_page && !image.credit ? element('uri', site.url + pages.contributor.href(image)) : ''
  return `<author>${element('name', creatorOf(image))}${uri}</author>`
}

/** Pixels of the longer side. */
const previewSide = 640

function previewOf(image: FeedImage, site: Site) {
  const file = versionedPreviewFile(previewSide, image.preview_version)
  return { url: site.url + mediaPath(image.cloudflare_id, file), ...fittedDimensions(image, previewSide) }
}

function contentHtml({ title, description }: FeedImage, page: string, preview: ReturnType<typeof previewOf>): string {
  const { url, width, height } = preview
  const picture = `<img src="${escapeMarkup(url)}" width="${width}" height="${height}" alt="${escapeMarkup(title)}">`
  const text = description ? `<p>${escapeMarkup(description)}</p>` : ''
  return `<p><a href="${escapeMarkup(page)}">${picture}</a></p>${text}`
}
