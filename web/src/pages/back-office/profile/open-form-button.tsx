import { type ReactNode, useEffect, useRef } from 'react'

interface OpenFormButtonProps {
  /** The form was closed, so the focus returns here. */
  hasReturned: boolean
  onClick: () => void
  children: ReactNode
}

/** Stands where its form opens. */
export function OpenFormButton({ hasReturned, onClick, children }: OpenFormButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasReturned) button.current!.focus()
  }, [hasReturned])
  return (
    <button ref={button} type="button" className="button" onClick={onClick}>
      {children}
    </button>
  )
}
