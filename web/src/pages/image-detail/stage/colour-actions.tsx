import Check from 'lucide-react/icons/check'
import { useEffect, useRef } from 'react'
import { setCustomBackdrop } from '#image-card/custom-backdrop.ts'
import { controlDropdown } from '#ui/dropdown-controls.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useConfirmation } from '#ui/use-confirmation.ts'
import { rememberBackdrop } from './backdrop-memory.ts'
import { messages } from './tool-messages.ts'

/** Copies a colour of the picture, or puts it behind the picture. */
export function ColourActions({ hex }: { hex: string }) {
  const copyButton = useRef<HTMLButtonElement>(null)
  const [isCopied, setCopied] = useConfirmation(false)
  useEffect(() => {
    const controls = new AbortController()
    controlDropdown(copyButton.current!.closest('details')!, false, controls.signal)
    return () => controls.abort()
  }, [])

  const copy = () =>
    navigator.clipboard.writeText(hex).then(
      () => setCopied(true),
      () => toast('error', messages.notCopied),
    )
  const useAsBackdrop = () => {
    setCustomBackdrop(document.querySelector<HTMLElement>('.stage')!, hex)
    rememberBackdrop(hex)
  }
  return (
    <>
      <button
        ref={copyButton}
        type="button"
        aria-live="polite"
        data-copied={isCopied || undefined}
        onClick={() => void copy()}
      >
        {isCopied ? messages.copied : messages.copy(hex)}
        {isCopied && <Check aria-hidden="true" size={16} />}
      </button>
      <button type="button" onClick={useAsBackdrop}>
        {messages.useAsBackdrop}
      </button>
    </>
  )
}
