import { useState } from 'react'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { useKeymap } from '#ui/back-office/keys.ts'
import { SmallButton } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import type { Selection } from '../selection.ts'

interface BulkBarProps {
  selection: Selection
  /** Number of images of the whole result. */
  count: number
  /** Selected images of this page with a fault, which an approval leaves out. */
  faulty: number
  /** What is being done; empty while idle. */
  busyMessage: string
  /** A panel takes the keyboard shortcuts. */
  isPanelOpen: boolean
  /** Undefined where the page is all that can be selected. */
  onSelectResult: (() => void) | undefined
  onClear: () => void
  verbs: Record<'edit' | 'delete' | 'restore' | 'submit' | 'approve' | 'reject', (() => void) | undefined>
}

/** Bulk actions, floating at the bottom of the window while images are selected. */
export function BulkBar({ selection, count, faulty, busyMessage, isPanelOpen, verbs, ...actions }: BulkBarProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const selected = selection.images.length
  const confirmDelete = () => {
    if (!selected) toast('info', 'No images selected.')
    else if (!busyMessage) setIsConfirming(true)
  }
  const isActive = !isPanelOpen
  useKeymap('list', [
    { keys: ['Control+a'], does: 'Select all on this page', run: isActive ? selection.selectAll : undefined },
    { keys: ['Delete'], does: 'Delete the selection', run: isActive && verbs.delete ? confirmDelete : undefined },
    { keys: ['Escape'], does: 'Deselect', run: isActive && selected ? actions.onClear : undefined },
  ])
  if (!selected && !busyMessage) return null
  const buttons = [
    { label: 'Edit', keyName: 'E', onClick: verbs.edit },
    { label: `Reject ${selected.toLocaleString('en')}`, keyName: 'R', onClick: verbs.reject },
    { label: messages.allDelete, keyName: 'Del', className: 'text-bad!', onClick: verbs.delete && confirmDelete },
    { label: 'Deselect', keyName: 'Esc', onClick: actions.onClear },
    { label: `Restore ${selected.toLocaleString('en')}`, keyName: 'R', className: 'main', onClick: verbs.restore },
    { label: `Submit ${selected.toLocaleString('en')}`, keyName: 'S', className: 'main', onClick: verbs.submit },
    {
      label: messages.approveMany(selected, selection.otherPagesCount ? null : faulty),
      keyName: 'A',
      className: 'main',
      onClick: verbs.approve,
    },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and these are actions
    <div role="group" aria-label="Many images at once" className="bulk-bar glass">
      <p role="status" className="px-2 font-medium text-sm tabular-nums">
        {busyMessage || messages.selected(selected, selection.otherPagesCount)}
      </p>
      {selected > 0 && (
        <>
          {actions.onSelectResult && selection.isPageSelected && selected < count && (
            <SmallButton onClick={actions.onSelectResult} text={`Select all ${count.toLocaleString('en')}`} />
          )}
          {buttons.map(
            ({ label, keyName, className = '', onClick }) =>
              onClick && (
                <SmallButton
                  key={label}
                  className={className}
                  aria-disabled={busyMessage !== '' && onClick !== actions.onClear}
                  aria-keyshortcuts={keyName}
                  onClick={() => (busyMessage && onClick !== actions.onClear) || onClick()}
                >
                  {label}
                  <KeyHint name={keyName} className="opacity-100! max-lg:hidden" />
                </SmallButton>
              ),
          )}
        </>
      )}
      {isConfirming && verbs.delete && (
        <Confirm
          question={messages.confirmDelete(selected)}
          isDestructive
          confirmLabel={messages.allDelete}
          onConfirm={verbs.delete}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </div>
  )
}
