import type { ReactNode } from 'react'
import { listHeadingId } from '#api/query-string.ts'

interface BackOfficeHeadingProps {
  title: string
  /** The purpose of the page, in one sentence. */
  hint?: string
  /** A count that screen readers announce when it changes; its line is reserved while it is empty. */
  status?: string
  /** Actions of the page, at the right edge on wide screens. */
  children?: ReactNode
}

export function BackOfficeHeading({ title, hint, status, children }: BackOfficeHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 id={listHeadingId} tabIndex={-1} className="display scroll-mt-22 text-[clamp(1.75rem,3vw,2.5rem)]!">
          {title}
        </h1>
        {hint && <p className="mt-2 max-w-[64ch] text-pretty text-soft">{hint}</p>}
        {status !== undefined && (
          <p role="status" className="mt-1.5 min-h-6 text-soft tabular-nums">
            {status}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
