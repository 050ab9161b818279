import { listSelection } from '@vitrine/contract/calls/back-office/lists'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { useState } from 'react'
import { useApi } from '#api/app-context.ts'
import { useRefresh } from '#api/back-office.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { imagesOf, type SelectedImage } from '../image-manager/selection.ts'
import { messages } from './messages.ts'

export type Submission = ReturnType<typeof useSubmission>

/** Submits drafts, which then wait for review or are public at once (requirements: #drafts). */
export function useSubmission() {
  const call = useApi({ keepalive: true })
  const refresh = useRefresh()
  const [isSubmitting, setIsSubmitting] = useState(false)

  /** All drafts, the oldest first, so that these are the ones that there is room for. */
  const allDrafts = async () => imagesOf(await call(listSelection.all, { query: { list: 'draft' } })).reverse()

  async function submit(chosen: SelectedImage[] | Promise<SelectedImage[]>): Promise<void> {
    setIsSubmitting(true)
    let images: SelectedImage[] = []
    let [submitted, left] = [0, 0]
    try {
      images = await chosen
      for (let at = 0; at < images.length && !left; at += limits.bulkImages) {
        const image_ids = images.slice(at, at + limits.bulkImages).map(({ id }) => id)
        const reply = await call(uploads.submit, { body: { image_ids, rights: rightsStatement.version } })
        submitted += reply.count
        left = reply.left
      }
      toast('success', messages.submitted(submitted, images.length - submitted))
    } catch (error) {
      if (submitted) toast('success', messages.submitted(submitted, images.length - submitted))
      toastError(error, uploads.submit.messages.failed)
    }
    setIsSubmitting(false)
    await refresh()
  }

  return { isSubmitting, allDrafts, submit }
}
