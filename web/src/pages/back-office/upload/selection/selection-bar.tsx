import { keywordsIn } from '@vitrine/contract/keywords'
import { type ReactNode, useState } from 'react'
import { type BulkEdit, editedKeywords, emptyBulkEdit, isEmptyEdit } from '#ui/back-office/bulk-edit/bulk-edit.ts'
import { BulkFields } from '#ui/back-office/bulk-edit/bulk-fields.tsx'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type Metadata, metadataOf, type Upload } from '../model/upload.ts'
import { idsOf } from '../model/upload-changes.ts'
import type { UploadList } from '../model/upload-list.ts'
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

interface DescribeImagesProps {
  list: UploadList
  editable: Upload[]
  label: string
}

/** A button that gives the same metadata to many images. */
export function DescribeImages({ list, editable, label }: DescribeImagesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const apply = (edit: BulkEdit) => {
    if (isEmptyEdit(edit)) return
    const undo = list.editMany(idsOf(editable), (upload) => editedMetadata(metadataOf(upload), edit))
    toast('success', messages.applied(editable.length), { label: messages.undo, onClick: undo })
  }
  return (
    <>
      <button type="button" className="button small" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <DescribeDialog title={label} count={editable.length} onApply={apply} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

interface DescribeDialogProps {
  title: string
  count: number
  onApply: (edit: BulkEdit) => void
  onClose: () => void
}

function DescribeDialog({ title, count, onApply, onClose }: DescribeDialogProps) {
  const [edit, setEdit] = useState(emptyBulkEdit)
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mt-2 mb-5 text-soft text-sm">{messages.hint}</p>
      <form method="dialog" onSubmit={() => onApply(edit)}>
        <BulkFields edit={edit} onChange={(change) => setEdit((last) => ({ ...last, ...change }))} />
        <div className="mt-6 flex justify-end gap-2.5">
          <button
            type="button"
            className="button small"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')!.close()}
          >
            {messages.cancel}
          </button>
          <button type="submit" className="button main small">
            {messages.apply(count)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Empty fields change nothing. */
function editedMetadata(own: Metadata, edit: BulkEdit): Partial<Metadata> {
  const { keywords, keywordMode: _, ...texts } = edit
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim()))
  if (keywords.length === 0) return filled
  return { ...filled, keywords: editedKeywords(keywordsIn(own.keywords), edit).join(', ') }
}
