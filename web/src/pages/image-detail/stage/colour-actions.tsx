import Check from 'lucide-react/icons/check'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { setCustomBackdrop } from '#image-card/custom-backdrop.ts'
import { toast } from '#ui/toasts/toast.ts'
import { rememberBackdrop } from './backdrop-memory.ts'
import { messages } from './tool-messages.ts'

/** Milliseconds for which a button and its dot confirm a copy. */
const confirmationMs = 2000

/** Copies a colour of the picture, or puts it behind the picture. */
export function ColourActions({ hex }: { hex: string }) {
  const copyButton = useRef<HTMLButtonElement>(null)
  const [isCopied, setCopied] = useState(false)
  useDismissal(copyButton)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmationMs)
    return () => clearTimeout(timer)
  }, [isCopied])

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

/** Closes the menu around an element by Escape and by a press outside of it. */
function useDismissal(inside: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const menu = inside.current!.closest('details')!
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.open) return
      menu.open = false
      menu.querySelector('summary')!.focus()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!menu.contains(target as Node)) menu.open = false
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [inside])
}
