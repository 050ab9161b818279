import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

interface DropdownProps {
  /** The text of the button. */
  label: ReactNode
  className?: string
  /** Whether a click on one of its links closes it, as in a menu. */
  closesOnChoice?: boolean
  children: ReactNode
}

/**
 * A button that shows a panel below it: a details element, which works without JavaScript. With it, Escape and a press
 * elsewhere close it.
 */
export function Dropdown({ label, className = '', closesOnChoice = false, children }: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (!details.current!.contains(target as Node)) details.current!.open = false
    }
    addEventListener('pointerdown', closeFromOutside)
    return () => removeEventListener('pointerdown', closeFromOutside)
  }, [])

  const close = () => {
    details.current!.open = false
    details.current!.querySelector('summary')!.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current!.open) return
    event.stopPropagation()
    close()
  }
  return (
    <details ref={details} className={`dropdown ${className}`} onKeyDown={onKeyDown}>
      <summary className="button small">{label}</summary>
      {/* biome-ignore lint/a11y: a key on one of the links is a click too */}
      <div className="panel" onClick={closesOnChoice ? close : undefined}>
        {children}
      </div>
    </details>
  )
}
