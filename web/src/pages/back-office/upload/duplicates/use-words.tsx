import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useSession } from '#api/session.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import { ownImageOf } from '../model/duplicate.ts'
import { parseKeywords, type Upload } from '../model/upload.ts'
import type { UploadList } from '../model/upload-list.ts'

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
    ...(keywords !== undefined && { keywords: parseKeywords(keywords) }),
    ...(category !== undefined && { category: category || null }),
    ...(licence && { licence: licence as Licence }),
    ...(ai_made && { ai_made: ai_made as AiStatement }),
  }
}
