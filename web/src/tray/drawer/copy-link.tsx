import Check from 'lucide-react/icons/check'
import Link from 'lucide-react/icons/link'
import { useEffect, useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { shareLink } from '../share-link.ts'
import { messages } from '../tray-messages.ts'

/** Milliseconds for which the button confirms. */
const confirmationMs = 2000

/** Copies the link that holds this tray; where the browser refuses, it is shown. */
export function CopyLink({ ids }: { ids: number[] }) {
  const { site } = useAppContext()
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const link = shareLink(site.url, ids)
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(setState, confirmationMs, 'idle')
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  if (state === 'refused')
    return (
      <label className="tray-link">
        {messages.notCopied}
        <input className="field" readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
    )
  return (
    <button type="button" className="button" onClick={() => void copy()}>
      {state === 'copied' ? <Check aria-hidden="true" size={16} /> : <Link aria-hidden="true" size={16} />}
      <span aria-live="polite">{state === 'copied' ? messages.copied : messages.copyLink}</span>
    </button>
  )
}
