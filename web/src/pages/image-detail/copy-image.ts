import type { QueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import { licences, licenceUrl } from '@vitrine/contract/vocabulary/licences'
import type { Transport } from '#api/api-client.ts'
import { absolutePreviewUrl } from '#image-card/image-src.ts'
import { imageQuery, type PartialImage } from './image-query.ts'
import type { CopyKind } from './messages.ts'

interface CopyContext {
  site: Site
  send: Transport
  cache: QueryClient
}

/** Copies the image, its link or a snippet; rejects where the browser refuses, without HTTPS or permission. */
export async function copyImage(kind: CopyKind, image: PartialImage, { site, send, cache }: CopyContext) {
  // A card of a list contains neither the file's URL nor the credit.
  const whole = () => cache.ensureQueryData(imageQuery(send, image.slug)).then((reply) => reply.image)
  if (kind === 'image') await navigator.clipboard.write([imageClipboardItem(whole())])
  else if (kind === 'link' || image.credit_line !== undefined)
    await navigator.clipboard.writeText(textOf(kind, image, site))
  else await navigator.clipboard.write([textClipboardItem(whole().then((loaded) => textOf(kind, loaded, site)))])
  return confirmations[kind]
}

function textOf(kind: Exclude<CopyKind, 'image'>, image: PartialImage, site: Site): string {
  const page = site.url + pages.image.href({ slug: image.slug })
  return texts[kind](image, page, absolutePreviewUrl(site, image, 1280)) + creditSuffix(kind, image, page, site)
}

const confirmations: Record<CopyKind, string> = {
  image: 'Image copied',
  link: 'Link copied',
  html: 'HTML copied',
  markdown: 'Markdown copied',
  css: 'CSS copied',
}

/** Holds a promise instead of the bytes, because Safari requires clipboard access within the click event. */
function imageClipboardItem(loaded: Promise<PublicImage>): ClipboardItem {
  const file = loaded.then((image) => fetch(image.main_url))
  return new ClipboardItem({
    'image/png': file.then((response) => (response.ok ? response.blob() : Promise.reject(response))),
  })
}

const textClipboardItem = (text: Promise<string>) =>
  new ClipboardItem({ 'text/plain': text.then((plain) => new Blob([plain], { type: 'text/plain' })) })

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The credit with links, below what shows the picture, where one is asked for. */
function creditSuffix(kind: CopyKind, image: PartialImage, page: string, site: Site): string {
  const { creator, credit_line, licence } = image
  if (!credit_line || !creator || !licence) return ''
  const { name } = licences[licence]
  const address = licenceUrl(licence, site.url)
  if (kind === 'html')
    return (
      `<br><small><a href="${page}">“${escapeHtml(image.title)}”</a> by ${escapeHtml(creator)}, ` +
      `<a href="${address}" rel="license">${name}</a></small>`
    )
  if (kind === 'markdown')
    return `\n\n[“${escapeMarkdown(image.title)}”](${page}) by ${escapeMarkdown(creator)}, [${name}](${address})`
  return kind === 'css' ? ` /* ${credit_line.replaceAll('*/', '* /')} */` : ''
}

const escapeMarkdown = (text: string) => text.replaceAll(/[[\]\\]/g, '\\$&')

const texts: Record<Exclude<CopyKind, 'image'>, (image: PartialImage, page: string, picture: string) => string> = {
  link: (_, page) => page,
  html({ title, width, height }, page, picture) {
    return `<a href="${page}"><img src="${picture}" alt="${escapeHtml(title)}" width="${width}" height="${height}"></a>`
  },
  markdown: ({ title }, page, picture) => `[![${escapeMarkdown(title)}](${picture})](${page})`,
  css: (_, __, picture) => `background-image: url("${picture}");`,
}
