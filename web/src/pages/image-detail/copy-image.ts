import type { QueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import type { Transport } from '#api/api-client.ts'
import { absoluteVariantUrl } from '#image-card/image-src.ts'
import { imageQuery, type PartialImage } from './image-query.ts'
import type { CopyKind } from './messages.ts'

interface CopyContext {
  site: Site
  send: Transport
  cache: QueryClient
}

/**
 * Copies the image, its link or a snippet that embeds it to the clipboard, and says so in words. Rejects where the
 * browser refuses: without HTTPS or without the person's permission.
 */
export async function copyImage(kind: CopyKind, image: PartialImage, { site, send, cache }: CopyContext) {
  if (kind === 'image') {
    // A card of a list does not contain the file's URL.
    const loaded = cache.ensureQueryData(imageQuery(send, image.slug)).then((reply) => reply.image)
    await navigator.clipboard.write([imageClipboardItem(loaded)])
  } else {
    const page = site.url + pages.image.href({ slug: image.slug })
    await navigator.clipboard.writeText(texts[kind](image, page, absoluteVariantUrl(site, image, 1280)))
  }
  return confirmations[kind]
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

const texts: Record<Exclude<CopyKind, 'image'>, (image: PartialImage, page: string, picture: string) => string> = {
  link: (_, page) => page,
  html({ title, width, height }, page, picture) {
    const alt = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
    return `<a href="${page}"><img src="${picture}" alt="${alt}" width="${width}" height="${height}"></a>`
  },
  markdown: ({ title }, page, picture) => `[![${title.replaceAll(/[[\]\\]/g, '\\$&')}](${picture})](${page})`,
  css: (_, __, picture) => `background-image: url("${picture}");`,
}
