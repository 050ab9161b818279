import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { keywordsIn } from '@vitrine/contract/keywords'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useSession } from '#api/session.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { resemblanceText } from '#ui/back-office/resemblance-text.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { ownImageOf } from './model/duplicate.ts'
import type { Duplicate, Upload } from './model/upload.ts'
import { idsOf } from './model/upload-changes.ts'
import type { UploadList } from './model/upload-list.ts'
import { leaveOut } from './selection/use-row-selection.ts'

interface UseWordsProps {
  list: UploadList
  /** Files that the person has in the library already, with words that were typed here. */
  uploads: Upload[]
  /** For one file, in its row. */
  isSingle?: boolean
}

/** Gives the words that were typed for a file to the own image of the same file, since the file is not sent. */
export function UseWords({ list, uploads, isSingle = false }: UseWordsProps) {
  const { send } = useAppContext()
  const current = useSession()
  const cache = useQueryClient()
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    try {
      for (const upload of uploads) {
        await apiClient(send)(backOffice.update, { params: { id: ownImageOf(upload)!.id }, body: editOf(upload) })
        list.markWordsSaved(upload.id)
      }
      toast('success', messages.twins.saved(uploads.length))
    } catch (error) {
      toastError(error, backOffice.update.messages.failed)
    }
    setIsSaving(false)
    await cache.invalidateQueries({ queryKey: backOfficeKey(current!.user) })
  }
  if (uploads.length === 0) return null
  return (
    <button type="button" className="button small" disabled={isSaving} onClick={save}>
      {isSingle ? messages.twins.takeWords : messages.twins.takeAllWords(uploads.length)}
    </button>
  )
}

function editOf({ edits: { keywords, category, licence, ai_made, ...texts } }: Upload) {
  return {
    ...texts,
    ...(keywords !== undefined && { keywords: keywordsIn(keywords) }),
    ...(category !== undefined && { category: category || null }),
    ...(licence && { licence: licence as Licence }),
    ...(ai_made && { ai_made: ai_made as AiStatement }),
  }
}

/** Only a hint: two images that are alike may both be wanted. */
export function DuplicateHint({ duplicate }: { duplicate: Duplicate }) {
  const what = resemblanceText(duplicate)
  if (duplicate.where === 'list') return messages.duplicate.onThisList(what, duplicate.name)
  const { image } = duplicate
  if (!image) return messages.duplicate.hidden(what)
  return (
    <>
      {messages.duplicate.inLibrary(what, image.isOwn)}{' '}
      <a href={image.href}>
        <img
          src={image.thumbnail}
          alt=""
          className="checkerboard mr-1 inline size-5.5 rounded-md object-contain align-bottom"
        />
        <span dir="auto" className="link">
          {image.title}
        </span>
      </a>
      <span className="text-soft">, {messages.status[image.status]}</span>
    </>
  )
}

/** Removes all images from the list that look like one of the library. */
export function RemoveDuplicates({ list, duplicates }: { list: UploadList; duplicates: Upload[] }) {
  if (duplicates.length === 0) return null
  return (
    <button type="button" className="button small" onClick={() => leaveOut(list, idsOf(duplicates))}>
      {messages.removeDuplicates(duplicates.length)}
    </button>
  )
}
