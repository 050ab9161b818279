import type { Card } from '@vitrine/contract/schemas/image'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from '../tray-messages.ts'

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
          <button type="submit" className="tray-icon-button" aria-label={messages.close}>
            <X aria-hidden="true" size={20} />
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

export const sumOfBytes = (images: Card[]) => formatFileSize(images.reduce((sum, { byte_size }) => sum + byte_size, 0))
