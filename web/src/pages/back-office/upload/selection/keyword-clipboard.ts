import type { ClipboardEvent } from 'react'
import { toast } from '#ui/toasts/toast.ts'
import { isEditable, metadataOf, parseKeywords } from '../model/upload.ts'
import { idsOf } from '../model/upload-changes.ts'
import type { UploadList } from '../model/upload-list.ts'
import { messages } from './messages.ts'

/** Copies the keywords of the focused image, and adds pasted ones to the selected images, or else to it. */
export function keywordClipboard(list: UploadList, currentId: number | undefined, selected: ReadonlySet<number>) {
  const isText = ({ target }: ClipboardEvent) => (target as Element).closest('input, textarea, dialog') !== null
  return {
    onCopy(event: ClipboardEvent) {
      const upload = list.getSnapshot().uploads.find(({ id }) => id === currentId)
      if (!upload || isText(event) || String(getSelection())) return
      const { keywords } = metadataOf(upload)
      event.clipboardData.setData('text/plain', keywords)
      event.preventDefault()
      toast('success', messages.copied(parseKeywords(keywords).length))
    },
    onPaste(event: ClipboardEvent) {
      const pasted = parseKeywords(event.clipboardData.getData('text/plain').replaceAll(/[;\n]/g, ','))
      if (isText(event) || pasted.length === 0) return
      const ids = selected.size > 0 ? selected : new Set([currentId])
      const uploads = list.getSnapshot().uploads.filter((upload) => ids.has(upload.id) && isEditable(upload))
      if (uploads.length === 0) return
      const undo = list.editMany(idsOf(uploads), (upload) => ({
        keywords: parseKeywords([metadataOf(upload).keywords, ...pasted].join(',')).join(', '),
      }))
      event.preventDefault()
      toast('success', messages.pasted(uploads.length), { label: messages.undo, onClick: undo })
    },
  }
}
