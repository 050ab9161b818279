import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  className?: string
  hint?: ReactNode
  /** At the right edge. */
  action?: ReactNode
  children?: ReactNode
}

export function Panel({ title, className = '', hint, action, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`panel px-5 py-5 sm:px-7 ${className}`}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={id} className="heading">
          {title}
        </h2>
        {action}
      </div>
      {hint && <p className="mt-1 max-w-[72ch] text-pretty text-soft text-sm">{hint}</p>}
      {children}
    </section>
  )
}
