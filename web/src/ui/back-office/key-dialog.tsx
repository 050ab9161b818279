import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface KeyDialogProps {
  title: string
  /** Each with what it does. */
  keys: readonly (readonly [string, string])[]
  closeLabel: string
  onClose: () => void
  children?: ReactNode
}

/** A dialog that lists the keys of a page. */
export function KeyDialog({ title, keys, closeLabel, onClose, children }: KeyDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-1.5 text-sm">
        {keys.map(([name, action]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="key opacity-100!">{name}</kbd>
            </dt>
            <dd className="text-soft">{action}</dd>
          </div>
        ))}
      </dl>
      {children}
      <form method="dialog" className="mt-5 flex justify-end">
        <button type="submit" className="button main small">
          {closeLabel}
        </button>
      </form>
    </Dialog>
  )
}
