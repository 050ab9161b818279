import './bulk-edit/keyword-field.css'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { storedValue } from '#api/stored-value.ts'

interface SavedChipProps {
  /** What the first button does, in words. */
  label: string
  removeLabel: string
  /** The whole of what is saved. */
  title: string
  shortcut?: string | undefined
  onPick: () => void
  onRemove: () => void
  children: ReactNode
}

/** Something saved: one button picks it, the other removes it. */
export function SavedChip({ label, removeLabel, title, shortcut, onPick, onRemove, children }: SavedChipProps) {
  return (
    <span className="chip as-typed keyword-chip">
      <button
        type="button"
        className="flex! w-auto! min-w-0 items-center"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        title={title}
        onClick={onPick}
      >
        {children}
      </button>
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        <X aria-hidden="true" size={14} />
      </button>
    </span>
  )
}

/** A list of the person's own, in this browser; entries of another shape are dropped. */
export function savedList<T>(key: string, isEntry: (entry: Partial<T>) => boolean) {
  return storedValue<T[]>(key, (text) => {
    try {
      const entries: unknown = JSON.parse(text ?? '[]')
      return Array.isArray(entries) ? entries.filter((entry) => entry && isEntry(entry)) : []
    } catch {
      return []
    }
  })
}
