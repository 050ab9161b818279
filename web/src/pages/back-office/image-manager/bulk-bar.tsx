import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useLayoutEffect, useRef, useState } from 'react'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import type { Selection } from './model/selection.ts'
import type { StatusChoice } from './model/use-image-mutations.ts'
import { ReasonOptions } from './reason-options.tsx'
import { useShortcuts } from './use-shortcuts.ts'

interface BulkBarProps {
  selection: Selection
  /** What is being done at the moment, in words. */
  busy: string
  /** Then keys are for the panel. */
  isPanelOpen: boolean
  onDelete: () => void
  /** Admins alone set a status, so contributors have no All Save. */
  onSave: ((choice: StatusChoice) => void) | undefined
  choice: StatusChoice
  onChoose: (choice: StatusChoice) => void
}

/**
 * All that is done to many at once. It stands above the list, and lies as glass at its foot while something is selected:
 * one set of buttons, so the focus stays on the one that was pressed.
 */
export function BulkBar({ selection, busy, isPanelOpen, onDelete, onSave, choice, onChoose }: BulkBarProps) {
  const [isAsking, ask] = useState(false)
  const { images, elsewhere } = selection
  const place = useFixedHeight(images.length > 0)

  const onlyWithSome = (act: () => void) => () => {
    if (images.length === 0) toast('info', messages.noneSelected)
    else if (!busy) act()
  }
  const askToDelete = onlyWithSome(() => ask(true))
  const save = onlyWithSome(() => {
    if (choice.status === 'rejected' && !choice.reason) toast('error', messages.reasonNeeded)
    else onSave?.(choice)
  })
  const isOurs = !isPanelOpen
  useShortcuts({
    'Control+a': isOurs ? selection.all : undefined,
    Escape: isOurs && images.length ? selection.none : undefined,
    Delete: isOurs ? askToDelete : undefined,
  })

  return (
    <div ref={place} className="-mt-2 mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="max-w-[60ch] flex-1 basis-60 text-soft text-sm max-lg:hidden">{messages.hint}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
      <div role="group" aria-label={messages.bulk} className={`bulk-bar ${images.length ? 'glass floating' : ''}`}>
        <p role="status" className="px-2 font-medium text-sm tabular-nums empty:sr-only">
          {busy || (images.length ? messages.selected(images.length, elsewhere) : '')}
        </p>
        <button type="button" className="button small" onClick={selection.all} aria-keyshortcuts="Control+A">
          {messages.allSelect}
        </button>
        <button type="button" className="button small" onClick={selection.none} aria-keyshortcuts="Escape">
          {messages.deselect}
          <span aria-hidden="true" className="key max-sm:hidden">
            Esc
          </span>
        </button>
        <button
          type="button"
          className="button small text-bad!"
          onClick={askToDelete}
          aria-disabled={Boolean(busy)}
          aria-keyshortcuts="Delete"
        >
          {messages.allDelete}
          <span aria-hidden="true" className="key opacity-100! max-sm:hidden">
            Del
          </span>
        </button>
        {onSave && (
          <>
            {images.length > 0 && <BulkStatusFields choice={choice} onChoose={onChoose} />}
            <button type="button" className="button main small" onClick={save} aria-disabled={Boolean(busy)}>
              {messages.allSave}
            </button>
          </>
        )}
      </div>
      {isAsking && (
        <Confirm
          question={messages.confirmDelete(images.length)}
          confirmLabel={messages.allDelete}
          cancelLabel={messages.cancel}
          onConfirm={onDelete}
          onClose={() => ask(false)}
        />
      )}
    </div>
  )
}

function BulkStatusFields({ choice, onChoose }: Pick<BulkBarProps, 'choice' | 'onChoose'>) {
  return (
    <>
      <select
        className="field compact"
        aria-label={messages.saveAs}
        value={choice.status}
        onChange={({ target }) => onChoose({ ...choice, status: target.value as ImageStatus })}
      >
        {statusOptions.map((status) => (
          <option key={status} value={status}>
            {messages.statuses[status]}
          </option>
        ))}
      </select>
      {choice.status === 'rejected' && (
        <select
          className="field compact"
          aria-label={messages.reason}
          value={choice.reason}
          onChange={({ target }) => onChoose({ ...choice, reason: target.value as RejectionReason | '' })}
        >
          <ReasonOptions />
        </select>
      )}
    </>
  )
}

const statusOptions = ['approved', 'rejected', 'pending'] as const

/** While the bar lies elsewhere its place stays as high as it was, so that the list below does not move. */
function useFixedHeight(isLifted: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    place.current!.style.minHeight = isLifted ? `${height.current}px` : ''
    if (!isLifted) height.current = place.current!.offsetHeight
  })
  return place
}
