import { useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { Image } from '@vitrine/contract/schemas/image'
import Code from 'lucide-react/icons/code'
import Copy from 'lucide-react/icons/copy'
import Hash from 'lucide-react/icons/hash'
import Link from 'lucide-react/icons/link'
import { useAppContext } from '#api/app-context.ts'
import { absoluteVariantUrl } from '#image-card/image-src.ts'
import { toast } from '#ui/toasts/toast.ts'
import { imageQuery, type PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** The picture, its address and ways to embed it, onto the clipboard. */
export function CopyButtons({ image }: { image: PartialImage }) {
  const { site, send } = useAppContext()
  const cache = useQueryClient()
  const page = site.url + pages.image.href({ slug: image.slug })
  const picture = absoluteVariantUrl(site, image, 1280)
  // A card does not say where the file is.
  const whole = () => cache.ensureQueryData(imageQuery(send, image.slug)).then((found) => found.image)
  const ways = [
    {
      said: messages.copyActions.image,
      Sign: Copy,
      copy: () => navigator.clipboard.write([imageClipboardItem(whole())]),
    },
    { said: messages.copyActions.link, Sign: Link, copy: () => navigator.clipboard.writeText(page) },
    {
      said: messages.copyActions.html,
      Sign: Code,
      copy: () => navigator.clipboard.writeText(htmlSnippet(image, page, picture)),
    },
    {
      said: messages.copyActions.markdown,
      Sign: Hash,
      copy: () => navigator.clipboard.writeText(markdownSnippet(image, page, picture)),
    },
  ]
  return (
    <div className="scripted mt-2 flex flex-wrap gap-2">
      {ways.map(({ said, Sign, copy }) => (
        <button
          key={said.does}
          type="button"
          className="button small"
          onClick={() => void copyWithToast(said.done, copy)}
        >
          <Sign aria-hidden="true" size={15} />
          {said.does}
        </button>
      ))}
    </div>
  )
}

/** Clipboards are closed on pages without https and wherever the person has said no. */
async function copyWithToast(done: string, copy: () => Promise<void>) {
  try {
    await copy()
    toast('success', done)
  } catch {
    toast('error', messages.notCopied)
  }
}

/** A promise, not the bytes: Safari wants to see the clipboard used within the click itself. */
function imageClipboardItem(whole: Promise<Image>): ClipboardItem {
  const file = whole.then((image) => fetch(image.main_url))
  return new ClipboardItem({
    'image/png': file.then((answer) => (answer.ok ? answer.blob() : Promise.reject(answer))),
  })
}

function htmlSnippet({ title, width, height }: PartialImage, page: string, picture: string): string {
  const alt = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<a href="${page}"><img src="${picture}" alt="${alt}" width="${width}" height="${height}"></a>`
}

function markdownSnippet({ title }: PartialImage, page: string, picture: string): string {
  return `[![${title.replaceAll(/[[\]\\]/g, '\\$&')}](${picture})](${page})`
}
