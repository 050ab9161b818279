import Check from 'lucide-react/icons/check'
import Link from 'lucide-react/icons/link'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { useConfirmation } from '#ui/use-confirmation.ts'
import { shareLink } from '../share-link.ts'
import { messages } from '../tray-messages.ts'

/** Copies the link that holds this tray; where the browser refuses, it is shown. */
export function CopyLink({ ids }: { ids: number[] }) {
  const { site } = useAppContext()
  const [isCopied, setCopied] = useConfirmation(false)
  const [isRefused, setRefused] = useState(false)
  const link = shareLink(site.url, ids)
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied(true),
      () => setRefused(true),
    )
  if (isRefused)
    return (
      <label className="tray-link">
        {messages.notCopied}
        <input className="field" readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
    )
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden="true" size={16} /> : <Link aria-hidden="true" size={16} />}
      <span aria-live="polite">{isCopied ? messages.copied : messages.copyLink}</span>
    </button>
  )
}
