import type { Card } from '@vitrine/contract/schemas/image'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import { type MouseEvent, useState } from 'react'
import { messages } from '../tray-messages.ts'
import { zipHref } from './tray-cards.ts'
import { sumOfBytes } from './tray-panel.tsx'

/** Downloads all images as one zip, after asking whether it would come: browsers do not show why a download failed. */
export function ZipDownload({ images }: { images: Card[] }) {
  const [text, setText] = useState('')
  const href = zipHref(images)
  const onClick = async (event: MouseEvent) => {
    // The click that starts the download, below.
    if (!event.isTrusted) return
    event.preventDefault()
    const link = event.currentTarget as HTMLAnchorElement
    setText(messages.checking)
    const refusal = await refusalOf(href)
    setText(refusal ?? messages.started)
    if (!refusal) link.click()
  }
  return (
    <>
      <a className="button main" href={href} download onClick={(event) => void onClick(event)}>
        <ArrowDownToLine aria-hidden="true" size={18} strokeWidth={2.25} />
        {messages.download(images.length, sumOfBytes(images))}
      </a>
      <p role="status" className="tray-notice">
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
    return messages.failed
  }
}
