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
