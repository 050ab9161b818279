import { mapImageFields } from '@vitrine/contract/image-fields'
import { useState } from 'react'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { MetadataFields } from './metadata-fields.tsx'
import { type Metadata, metadataOf, parseKeywords, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'

const emptyMetadata: Metadata = mapImageFields(() => '')

/** Says the same of all images that can still be described. */
export function DescribeAll({ list, open }: { list: UploadList; open: Upload[] }) {
  const [isAsking, ask] = useState(false)
  const apply = (said: Metadata) => {
    const undo = list.sayAll(new Set(open.map(({ id }) => id)), (one) => mergeMetadata(said, metadataOf(one)))
    toast('success', messages.describeAll.applied(open.length), { label: messages.undo, onClick: undo })
  }
  return (
    <>
      {/* One image needs no such thing. */}
      {open.length > 1 && (
        <button type="button" className="button small" onClick={() => ask(true)}>
          {messages.describeAll.open(open.length)}
        </button>
      )}
      {isAsking && <DescribeAllDialog count={open.length} onApply={apply} onClose={() => ask(false)} />}
    </>
  )
}

interface DescribeAllDialogProps {
  count: number
  onApply: (said: Metadata) => void
  onClose: () => void
}

function DescribeAllDialog({ count, onApply, onClose }: DescribeAllDialogProps) {
  const [said, setSaid] = useState(emptyMetadata)
  const isEmpty = Object.values(said).every((field) => !field.trim())
  return (
    <Dialog title={messages.describeAll.open(count)} onClose={onClose}>
      <p className="mt-2 mb-5 text-soft text-sm">{messages.describeAll.hint}</p>
      <form method="dialog" onSubmit={() => onApply(said)}>
        <MetadataFields metadata={said} onChange={(change) => setSaid({ ...said, ...change })} />
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

/** Keywords are added to what an image has; what was left empty says nothing. */
function mergeMetadata(said: Metadata, own: Metadata): Partial<Metadata> {
  const filled = Object.entries(said).filter(([, field]) => field.trim())
  const keywords = parseKeywords(`${own.keywords},${said.keywords}`).join(', ')
  return { ...Object.fromEntries(filled), ...(said.keywords.trim() && { keywords }) }
}
