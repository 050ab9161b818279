import { mapImageFields } from '@vitrine/contract/image-fields'
import { useState } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { type Metadata, metadataOf, parseKeywords, type Upload } from './model/upload.ts'
import { idsOf } from './model/upload-changes.ts'
import type { UploadList } from './model/upload-list.ts'

const emptyMetadata: Metadata = mapImageFields(() => '')

/** Applies the same metadata to all images that can still be edited. */
export function DescribeAll({ list, editable }: { list: UploadList; editable: Upload[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const apply = (shared: Metadata) => {
    const undo = list.editMany(idsOf(editable), (upload) => mergeMetadata(shared, metadataOf(upload)))
    toast('success', messages.describeAll.applied(editable.length), { label: messages.undo, onClick: undo })
  }
  return (
    <>
      {editable.length > 1 && (
        <button type="button" className="button small" onClick={() => setIsOpen(true)}>
          {messages.describeAll.label(editable.length)}
        </button>
      )}
      {isOpen && <DescribeAllDialog count={editable.length} onApply={apply} onClose={() => setIsOpen(false)} />}
    </>
  )
}

interface DescribeAllDialogProps {
  count: number
  onApply: (metadata: Metadata) => void
  onClose: () => void
}

function DescribeAllDialog({ count, onApply, onClose }: DescribeAllDialogProps) {
  const [metadata, setMetadata] = useState(emptyMetadata)
  const isEmpty = Object.values(metadata).every((field) => !field.trim())
  return (
    <Dialog title={messages.describeAll.label(count)} onClose={onClose}>
      <p className="mt-2 mb-5 text-soft text-sm">{messages.describeAll.hint}</p>
      <form method="dialog" onSubmit={() => onApply(metadata)}>
        <MetadataFields metadata={metadata} onChange={(change) => setMetadata({ ...metadata, ...change })} />
        <div className="mt-6 flex justify-end gap-2.5">
          <button
            type="button"
            className="button small"
            onClick={({ currentTarget }) => currentTarget.closest('dialog')!.close()}
          >
            {messages.describeAll.cancel}
          </button>
          <button type="submit" className="button main small" disabled={isEmpty}>
            {messages.describeAll.apply(count)}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Keywords are added to the image's own ones; empty fields change nothing. */
function mergeMetadata(shared: Metadata, own: Metadata): Partial<Metadata> {
  const filled = Object.entries(shared).filter(([, field]) => field.trim())
  const keywords = parseKeywords(`${own.keywords},${shared.keywords}`).join(', ')
  return { ...Object.fromEntries(filled), ...(shared.keywords.trim() && { keywords }) }
}
