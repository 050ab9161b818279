import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import Check from 'lucide-react/icons/check'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { nextIndex } from '#ui/back-office/keys.ts'
import { UndoButton } from '../actions.tsx'
import { messages } from '../messages.ts'
import { gridItems } from '../model/review-grid.ts'
import { lastUndoable, type ReviewSession } from '../model/review-session.ts'
import { GridTile } from './grid-tile.tsx'

interface ReviewGridProps {
  session: ReviewSession
  approve: (approved: number[], leftOut: number[]) => void
  undo: () => void
  close: () => void
}

const noIds: ReadonlySet<number> = new Set()
const noFiles: ReadonlySet<string> = new Set()

/** Several images, approved together but for those that are left out (requirements: #review-grid). */
export function ReviewGrid({ session, approve, undo, close }: ReviewGridProps) {
  const images = gridItems(session).map(({ image }) => image)
  const ids = images.map(({ id }) => id)
  const [marked, setMarked] = useState(noIds)
  const [drawn, setDrawn] = useState(noFiles)
  const [lastFocused, setLastFocused] = useState<number | null>(null)
  const activeId = ids.find((id) => id === lastFocused) ?? ids[0]
  const list = useRef<HTMLUListElement>(null)
  const onDrawn = useCallback(
    (cloudflareId: string, isDrawn: boolean) => setDrawn((all) => toggled(all, cloudflareId, isDrawn)),
    [],
  )

  const leftOut = ids.filter((id) => marked.has(id))
  const isSeen = ({ cloudflare_id }: ManagedImage) => drawn.has(cloudflare_id)
  const approved = images.filter((image) => isSeen(image) && !marked.has(image.id)).map(({ id }) => id)
  const unseen = ids.length - leftOut.length - approved.length
  const decide = () => {
    if (approved.length + leftOut.length === 0) return
    approve(approved, leftOut)
    setMarked(noIds)
  }
  const toggle = (id: number) => setMarked((all) => toggled(all, id, !all.has(id)))
  const handleKey = (event: KeyboardEvent) => {
    if (activeId === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const next = ids[nextIndex(event.key, ids.indexOf(activeId), ids.length, list.current!)]
    const actions: Record<string, () => void> = { x: () => toggle(activeId), enter: decide, escape: close }
    const action = actions[event.key.toLowerCase()]
    if (next !== undefined) focusTile(list.current, next)
    else if (!action) return
    else if (!event.repeat) action()
    event.preventDefault()
  }

  // What had the focus was approved, or the button that opened the grid was left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other images are shown
  useEffect(() => {
    if (document.activeElement === document.body && activeId !== undefined) focusTile(list.current, activeId)
  }, [ids.join()])

  return (
    <>
      <div className="review-grid">
        {ids.length === 0 && <p className="text-soft">{messages.loading}</p>}
        <ul ref={list} aria-label={messages.gridName} onKeyDown={handleKey}>
          {images.map((image) => (
            <GridTile
              key={image.id}
              image={image}
              isActive={image.id === activeId}
              isLeftOut={marked.has(image.id)}
              isDrawn={isSeen(image)}
              onDrawn={onDrawn}
              onFocus={() => setLastFocused(image.id)}
              onToggle={() => toggle(image.id)}
            />
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are actions */}
      <div role="group" aria-label={messages.decide} className="review-actions of-grid glass">
        <UndoButton last={lastUndoable(session)} undo={undo} />
        <p className="text-soft text-xs">{unseen > 0 ? messages.notSeenYet(unseen) : messages.gridHint}</p>
        <button
          type="button"
          className="button main"
          aria-keyshortcuts="Enter"
          disabled={approved.length + leftOut.length === 0}
          onClick={(event) => event.detail < 2 && decide()}
        >
          <Check aria-hidden="true" size={19} strokeWidth={2.5} />
          {messages.approveOf(approved.length, ids.length)}
          <KeyHint name="↵" />
        </button>
      </div>
    </>
  )
}

/** The set with or without an id; the same one where nothing changes. */
function toggled<Id>(all: ReadonlySet<Id>, id: Id, isIn: boolean): ReadonlySet<Id> {
  if (all.has(id) === isIn) return all
  return new Set(isIn ? [...all, id] : [...all].filter((other) => other !== id))
}

const focusTile = (list: HTMLElement | null, id: number) =>
  list?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
