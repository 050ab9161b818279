import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import X from 'lucide-react/icons/x'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { contrastClass, previewUrl } from '#image-card/image-src.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { zipHref } from './tray-cards.ts'
import { messages } from './tray-messages.ts'

interface TrayPanelProps {
  title: string
  titleId: string
  images: Card[]
  /** Below the images, always in view. */
  footer?: ReactNode
  children: ReactNode
}

/** What one's own tray and a shared one have in common: heading, sum, close button, and a place for the images. */
export function TrayPanel({ title, titleId, images, footer, children }: TrayPanelProps) {
  return (
    <div className="tray-panel">
      <div className="tray-head">
        <div>
          <h2 id={titleId} className="heading">
            {title}
          </h2>
          {images.length > 0 && <p>{messages.sum(images.length, sumOfBytes(images))}</p>}
        </div>
        <form method="dialog">
          <button type="submit" className="tray-icon-button round text-ink" aria-label="Close">
            <X size={20} />
          </button>
        </form>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="tray-content" tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      {footer && <div className="tray-foot">{footer}</div>}
    </div>
  )
}

const sumOfBytes = (images: Card[]) => formatFileSize(images.reduce((sum, { byte_size }) => sum + byte_size, 0))

interface TrayImagesProps {
  images: Card[]
  /** A shared tray is read-only. */
  onRemove?: (image: Card) => void
}

/** The images of a tray, each on its tile and linked to its page. */
export function TrayImages({ images, onRemove }: TrayImagesProps) {
  const list = useRef<HTMLUListElement>(null)
  /** Place of the image that was removed: its successor's button gets the focus. */
  const removedAt = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has become shorter
  useEffect(() => {
    if (removedAt.current === undefined) return
    const buttons = list.current!.querySelectorAll('button')
    buttons[Math.min(removedAt.current, buttons.length - 1)]?.focus()
    removedAt.current = undefined
  }, [images.length])
  return (
    <ul ref={list} className="tray-images">
      {images.map((image, index) => (
        <li key={image.id}>
          <a href={pages.image.href({ slug: image.slug })}>
            <span className={`checkerboard ${contrastClass(image)}`}>
              <img src={previewUrl(image, 320)} data-fit={image.visible_fit} alt="" loading="lazy" />
            </span>
            <span className="truncate" dir="auto">
              {image.title}
            </span>
            <small>{formatFileSize(image.byte_size)}</small>
          </a>
          {onRemove && (
            <button
              type="button"
              className="tray-icon-button round text-ink"
              aria-label={messages.remove(image.title)}
              onClick={() => {
                removedAt.current = index
                onRemove(image)
              }}
            >
              <X size={16} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Downloads all images as one zip, after asking whether it would come: browsers do not show why a download failed. */
export function ZipDownload({ images }: { images: Card[] }) {
  const [text, setText] = useState('')
  const href = zipHref(images)
  const onClick = async (event: MouseEvent) => {
    // The click that starts the download, below.
    if (!event.isTrusted) return
    event.preventDefault()
    const link = event.currentTarget as HTMLAnchorElement
    setText('One moment...')
    const refusal = await refusalOf(href)
    setText(refusal ?? 'Your download has started.')
    if (!refusal) link.click()
  }
  return (
    <>
      <a className="button main" href={href} download onClick={(event) => void onClick(event)}>
        <ArrowDownToLine size={18} strokeWidth={2.25} />
        {messages.download(images.length, sumOfBytes(images))}
      </a>
      <p role="status" className="text-sm empty:hidden">
        {text}
      </p>
    </>
  )
}

/** Why the zip would not come, as a sentence; null where it would. */
async function refusalOf(href: string): Promise<string | null> {
  try {
    if ((await fetch(href, { method: 'HEAD' })).ok) return null
    const refusal = await fetch(href) // HEAD has no body
    if (!refusal.ok) return (await refusal.json()).message
    await refusal.body?.cancel()
    return null
  } catch {
    return 'The library did not answer. Please check your connection and try again.'
  }
}
