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
  /** What is being done; empty while idle. */
  busyMessage: string
  /** The panel takes the keyboard shortcuts. */
  isPanelOpen: boolean
  onDelete: () => void
  /** Undefined for contributors: only admins set a status. */
  onSave: ((choice: StatusChoice) => void) | undefined
  choice: StatusChoice
  onChoose: (choice: StatusChoice) => void
}

/**
 * Bulk actions: above the list, floating at the bottom of the window while images are selected. Both are one set of
 * buttons, so that the focus stays on the pressed one.
 */
export function BulkBar({ selection, busyMessage, isPanelOpen, onDelete, onSave, choice, onChoose }: BulkBarProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { images, otherPagesCount } = selection
  const bar = useFixedHeight(images.length > 0)

  const requireSelection = (action: () => void) => () => {
    if (images.length === 0) toast('info', messages.noneSelected)
    else if (!busyMessage) action()
  }
  const confirmDelete = requireSelection(() => setIsConfirming(true))
  const save = requireSelection(() => {
    if (choice.status === 'rejected' && !choice.reason) toast('error', messages.reasonNeeded)
    else onSave?.(choice)
  })
  const isActive = !isPanelOpen
  useShortcuts({
    'Control+a': isActive ? selection.selectAll : undefined,
    Escape: isActive && images.length ? selection.clear : undefined,
    Delete: isActive ? confirmDelete : undefined,
  })

  return (
    <div ref={bar} className="-mt-2 mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="max-w-[60ch] flex-1 basis-60 text-soft text-sm max-lg:hidden">{messages.hint}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are actions */}
      <div role="group" aria-label={messages.bulk} className={`bulk-bar ${images.length ? 'glass floating' : ''}`}>
        <p role="status" className="px-2 font-medium text-sm tabular-nums empty:sr-only">
          {busyMessage || (images.length ? messages.selected(images.length, otherPagesCount) : '')}
        </p>
        <button type="button" className="button small" onClick={selection.selectAll} aria-keyshortcuts="Control+A">
          {messages.allSelect}
        </button>
        <button type="button" className="button small" onClick={selection.clear} aria-keyshortcuts="Escape">
          {messages.deselect}
          <span aria-hidden="true" className="key max-sm:hidden">
            Esc
          </span>
        </button>
        <button
          type="button"
          className="button small text-bad!"
          onClick={confirmDelete}
          aria-disabled={Boolean(busyMessage)}
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
            <button type="button" className="button main small" onClick={save} aria-disabled={Boolean(busyMessage)}>
              {messages.allSave}
            </button>
          </>
        )}
      </div>
      {isConfirming && (
        <Confirm
          question={messages.confirmDelete(images.length)}
          confirmLabel={messages.allDelete}
          isDestructive
          cancelLabel={messages.cancel}
          onConfirm={onDelete}
          onClose={() => setIsConfirming(false)}
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

/** Keeps the bar's height in the page while it floats, so that the list below does not shift. */
function useFixedHeight(isFloating: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    bar.current!.style.minHeight = isFloating ? `${height.current}px` : ''
    if (!isFloating) height.current = bar.current!.offsetHeight
  })
  return bar
}
