import { type ReactNode, useEffect, useRef } from 'react'

interface DropdownProps {
  /** What the button shows. */
  label: ReactNode
  /** The name of a button that shows an icon alone. */
  name?: string
  /** Choosing a link or button of a `menu` closes it. */
  className?: string
  buttonClass?: string
  onOpen?: () => void
  children: ReactNode
}

/** A dropdown is a details element, which works without JavaScript; what its keys do is loaded before first use. */
export function Dropdown({
  label,
  name,
  className = '',
  buttonClass = 'button small',
  onOpen,
  children,
}: DropdownProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const controls = useRef<AbortController>(null)
  const loadControls = async () => {
    if (controls.current) return
    const { signal } = (controls.current = new AbortController())
    const loaded = await import('./dropdown-controls.ts').catch(() => null) // its button still opens and closes it
    if (loaded && details.current) loaded.controlDropdown(details.current, signal)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; it may have been opened before hydration
  useEffect(() => {
    if (details.current!.open) void loadControls()
    return () => {
      controls.current?.abort()
      controls.current = null
    }
  }, [])
  return (
    <details
      ref={details}
      className={`dropdown ${className}`}
      name="dropdown"
      onPointerEnter={loadControls}
      onFocus={loadControls}
      onToggle={onOpen && ((event) => event.currentTarget.open && onOpen())}
    >
      <summary className={buttonClass} aria-label={name}>
        {label}
      </summary>
      <div className="panel">{children}</div>
    </details>
  )
}
