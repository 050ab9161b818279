import { useEffect, useState } from 'react'

/** Milliseconds for which a button says what it has done. */
const confirmationMs = 2000

/** A state that returns to its resting value some time after each change, such as "Copied" on a button. */
export function useConfirmation<T>(resting: T, ms = confirmationMs) {
  const [state, setState] = useState(resting)
  useEffect(() => {
    if (state === resting) return
    const timer = setTimeout(() => setState(resting), ms)
    return () => clearTimeout(timer)
  }, [state, resting, ms])
  return [state, setState] as const
}

/** Whether the text was just copied, and a function that copies it; browsers may refuse that, and do without HTTPS. */
export function useCopy(text: string, onRefused: () => void) {
  const [isCopied, setIsCopied] = useConfirmation(false)
  const write = async () => navigator.clipboard.writeText(text)
  return [isCopied, () => void write().then(() => setIsCopied(true), onRefused)] as const
}
