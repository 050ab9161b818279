import type { ReactNode } from 'react'
import { messages } from './messages.ts'

interface SelectionBarProps {
  selectedCount: number
  visibleCount: number
  onSelectAll: () => void
  onClear: () => void
  /** What can be done with the selected images, or with all. */
  children: ReactNode
}

/** Selects all or none, above the list. */
export function SelectionBar({ selectedCount, visibleCount, onSelectAll, onClear, children }: SelectionBarProps) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="flex min-h-9.5 cursor-pointer items-center gap-3 pl-3 text-sm">
        <input
          ref={(box) => {
            if (box) box.indeterminate = selectedCount > 0 && selectedCount < visibleCount
          }}
          type="checkbox"
          className="size-4.5"
          checked={selectedCount > 0 && selectedCount === visibleCount}
          onChange={selectedCount === visibleCount ? onClear : onSelectAll}
        />
        <span className="tabular-nums">{selectedCount ? messages.selected(selectedCount) : messages.selectAll}</span>
      </label>
      {children}
      <p className="ml-auto text-soft text-sm max-lg:hidden">{messages.keys}</p>
    </div>
  )
}
