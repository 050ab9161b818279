import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { messages } from '../messages.ts'
import { hideImages, unhideImages } from '../model/hidden-images.ts'
import type { ImageListPage } from '../model/image-list-query.ts'
import { scheduleSave } from '../model/pending-save.ts'
import type { SelectedImage, Selection } from '../model/selection.ts'
import { useImageMutations } from '../model/use-image-mutations.ts'
import type { BulkChange } from './bulk-change.ts'

/** Seconds in which a bulk change can be undone (requirements: #bulk-undo). */
const undoSeconds = 10

interface BulkContext {
  list: StatusFilter
  selection: Selection
  /** Key of the visible page. */
  queryKey: QueryKey
  /** Closes the panel, whose image may be selected (requirements: #bulk-status, #bulk-delete). */
  closePanel: () => void
}

/** Actions on many images; `busyMessage` is empty while none is running. */
export function useBulkActions(user: SignedInUser, { list, selection, queryKey, closePanel }: BulkContext) {
  const cache = useQueryClient()
  const mutations = useImageMutations(user)
  const [busyMessage, setBusyMessage] = useState('')

  const send = async (images: SelectedImage[], change: BulkChange) => {
    addEventListener('beforeunload', warnBeforeUnload)
    const onProgress = (done: number) => setBusyMessage(messages.progress(done, images.length))
    const { outcome, rest } = await mutations.updateMany(images, change, onProgress)
    removeEventListener('beforeunload', warnBeforeUnload)
    const visible = cache.getQueryData<ImageListPage>(queryKey)?.images ?? []
    const restIds = new Set(rest.map(({ id }) => id))
    // After a conflict the person must look again, so only images of the visible page stay selected.
    if (outcome === 'conflict') selection.replace(visible.filter(({ id }) => restIds.has(id)))
    else if (rest.length) selection.replace(rest)
    setBusyMessage('')
  }

  return {
    busyMessage,
    async remove() {
      closePanel()
      setBusyMessage(messages.deleting)
      const { rest } = await mutations.deleteMany(selection.images)
      selection.replace(rest)
      setBusyMessage('')
    },
    /** Sends the change when it cannot be undone any more; until then it was never made. */
    change(images: SelectedImage[], change: BulkChange) {
      const ids = new Set(images.map(({ id }) => id))
      closePanel()
      selection.clear()
      scheduleSave({
        ids,
        label: messages.changing(images.length, change.status),
        undoSeconds,
        send: () => void send(images, change).finally(() => unhideImages(ids)),
        undo() {
          unhideImages(ids)
          selection.replace(images)
        },
      })
      if (change.status && list !== 'total' && change.status !== list) hideImages(ids)
    },
  }
}

const warnBeforeUnload = (event: Event) => event.preventDefault()
