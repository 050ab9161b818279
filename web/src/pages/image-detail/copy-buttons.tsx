import { useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import Hash from 'lucide-react/icons/hash'
import Link from 'lucide-react/icons/link'
import { useAppContext } from '#api/app-context.ts'
import { absoluteVariantUrl } from '#image-card/image-src.ts'
import { toast } from '#ui/toasts/toast.ts'
import { imageQuery, type PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** Copies the image, its link or an embed snippet to the clipboard. */
export function CopyButtons({ image }: { image: PartialImage }) {
  const { site, send } = useAppContext()
  const cache = useQueryClient()
  const page = site.url + pages.image.href({ slug: image.slug })
  const picture = absoluteVariantUrl(site, image, 1280)
  // A card of a list does not contain the file's URL.
  const loadImage = () => cache.ensureQueryData(imageQuery(send, image.slug)).then((reply) => reply.image)
  const actions = [
    {
      text: messages.copyActions.image,
      Icon: Copy,
      copy: () => navigator.clipboard.write([imageClipboardItem(loadImage())]),
    },
    { text: messages.copyActions.link, Icon: Link, copy: () => navigator.clipboard.writeText(page) },
    {
      text: messages.copyActions.html,
      Icon: Code,
      copy: () => navigator.clipboard.writeText(htmlSnippet(image, page, picture)),
    },
    {
      text: messages.copyActions.markdown,
      Icon: Hash,
      copy: () => navigator.clipboard.writeText(markdownSnippet(image, page, picture)),
    },
  ]
  return (
    <div className="scripted mt-2 flex flex-wrap gap-2">
      {actions.map(({ text, Icon, copy }) => (
        <button
          key={text.label}
          type="button"
          className="button small"
          onClick={() => void copyWithToast(text.done, copy)}
        >
          <Icon aria-hidden="true" size={15} />
          {text.label}
        </button>
      ))}
    </div>
  )
}

/** The clipboard is unavailable without HTTPS or without the person's permission. */
async function copyWithToast(done: string, copy: () => Promise<void>) {
  try {
    await copy()
    toast('success', done)
  } catch {
    toast('error', messages.notCopied)
  }
}

/** Holds a promise instead of the bytes, because Safari requires clipboard access within the click event. */
function imageClipboardItem(loaded: Promise<PublicImage>): ClipboardItem {
  const file = loaded.then((image) => fetch(image.main_url))
  return new ClipboardItem({
    'image/png': file.then((response) => (response.ok ? response.blob() : Promise.reject(response))),
  })
}

function htmlSnippet({ title, width, height }: PartialImage, page: string, picture: string): string {
  const alt = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<a href="${page}"><img src="${picture}" alt="${alt}" width="${width}" height="${height}"></a>`
}

function markdownSnippet({ title }: PartialImage, page: string, picture: string): string {
  return `[![${title.replaceAll(/[[\]\\]/g, '\\$&')}](${picture})](${page})`
}
