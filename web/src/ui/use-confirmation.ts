import { useEffect, useState } from 'react'

/** Milliseconds for which a button says what it has done. */
const confirmationMs = 2000

/** A state that returns to its resting value two seconds after each change, such as "Copied" on a button. */
export function useConfirmation<T>(resting: T) {
  const [state, setState] = useState(resting)
  useEffect(() => {
    if (state === resting) return
    const timer = setTimeout(() => setState(resting), confirmationMs)
    return () => clearTimeout(timer)
  }, [state, resting])
  return [state, setState] as const
}
