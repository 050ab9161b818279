import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { shortcutName } from '#ui/back-office/keys.ts'
import { rangeBetween } from '#ui/back-office/range-between.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { UploadList } from '../model/upload-list.ts'
import { messages } from './messages.ts'

interface RowActions {
  onEdit: (id: number) => void
  onRemove: (ids: ReadonlySet<number>) => void
}

/**
 * The selected rows of a list that is one tab stop: arrows move the focus, Space or X toggles a row, Shift selects to
 * it, Ctrl+A selects all, Escape none; Enter or E edits, Delete removes.
 */
export function useRowSelection(ids: number[], { onEdit, onRemove }: RowActions) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [focusedId, setFocusedId] = useState<number>()
  const anchor = useRef<number>(undefined)
  const latest = useRef(ids)
  useEffect(() => {
    latest.current = ids
  })
  // What has left the list is not selected any more.
  const selected = new Set(ids.filter((id) => chosen.has(id)))
  const currentId = focusedId !== undefined && ids.includes(focusedId) ? focusedId : ids[0]

  /** Toggles a row, or selects all from the last one up to it. */
  const select = useCallback((id: number, isRange: boolean) => {
    const from = anchor.current ?? id
    anchor.current = id
    setChosen((last) => {
      const next = new Set(last)
      if (isRange) for (const one of rangeBetween(latest.current, from, id)) next.add(one)
      else if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])

  /** Removes the selected rows, or else this one; the focus moves on to the nearest row that stays. */
  const remove = (id: number) => {
    const removed = selected.size > 0 ? selected : new Set([id])
    const stays = (one: number) => !removed.has(one)
    const at = ids.indexOf(id)
    const next = ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays)
    if (next !== undefined) focusRow(next)
    onRemove(removed)
  }

  const handleKey = (event: KeyboardEvent) => {
    const id = currentId
    if (id === undefined || event.altKey || isForControl(event)) return
    const move = (step: number) => {
      const next = ids[ids.indexOf(id) + step]
      if (next === undefined) return
      focusRow(next)
      if (!event.shiftKey) return
      select(id, true)
      select(next, true)
    }
    const action = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ' ': () => select(id, event.shiftKey),
      x: () => select(id, event.shiftKey),
      'Control+a': () => setChosen(new Set(ids)),
      Escape: selected.size > 0 ? () => setChosen(new Set()) : undefined,
      Enter: () => onEdit(id),
      e: () => onEdit(id),
      Delete: () => remove(id),
    }[shortcutName(event)]
    if (!action) return
    event.preventDefault()
    action()
  }

  return {
    selected,
    currentId,
    select,
    selectAll: () => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
    setFocusedId,
    handleKey,
  }
}

export const rowId = (id: number) => `upload-${id}`

const focusRow = (id: number) => document.getElementById(rowId(id))?.focus()

/** A check box uses the space bar only. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  const control = (target as Element).closest('button, a, input, textarea, select, dialog')
  return control !== null && !(control.matches('[type="checkbox"]') && key !== ' ')
}

/** Removes uploads from the list, says how many, and offers to undo it. */
export function leaveOut(list: UploadList, ids: ReadonlySet<number>): void {
  const { removedCount, undo } = list.remove(ids)
  if (removedCount > 0) toast('success', messages.leftOut(removedCount), { label: messages.undo, onClick: undo })
}
