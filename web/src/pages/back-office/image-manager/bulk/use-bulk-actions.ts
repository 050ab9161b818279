import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ManagedImage, StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { useState } from 'react'
import { useUser } from '#api/back-office.ts'
import { askUntil } from '../drafts.ts'
import { type Filters, isListOfEdits } from '../filters/list-filters.ts'
import { hideImages, type ImageListPage, type ListName, unhideImages } from '../image-list-query.ts'
import { messages } from '../messages.ts'
import { flushSave, scheduleSave } from '../pending-save.ts'
import type { SelectedImage, Selection } from '../selection.ts'
import { useImageMutations } from '../use-image-mutations.ts'
import { type BulkChange, emptyChange, isDecision } from './bulk-change.ts'

interface BulkContext {
  list: ListName
  filters: Filters
  selection: Selection
  /** Key of the visible page. */
  queryKey: QueryKey
  /** Closes the panel, whose image may be selected (requirements: #bulk-status, #bulk-delete). */
  closePanel: () => void
}

/** Actions on many images; `busyMessage` is empty while none is running. */
function useBulkActions({ list, selection, queryKey, closePanel }: BulkContext) {
  const cache = useQueryClient()
  const mutations = useImageMutations()
  const [busyMessage, setBusyMessage] = useState('')

  const send = async (images: SelectedImage[], change: BulkChange, onHandBack: typeof selection.replace) => {
    const onProgress = (done: number) => setBusyMessage(messages.progress(done, images.length))
    const { outcome, rest } = await askUntil(mutations.updateMany(images, change, onProgress))
    const visible = cache.getQueryData<ImageListPage>(queryKey)?.images ?? []
    // After a conflict the person must look again, so only images of the visible page stay selected.
    const isLeft = (image: SelectedImage) => rest.some(({ id }) => id === image.id)
    if (outcome !== 'done') onHandBack(outcome === 'conflict' ? visible.filter(isLeft) : rest)
    else if (rest.length) selection.replace(rest)
    setBusyMessage('')
    return outcome === 'done'
  }

  /** Takes images from the list; those that stay are selected. */
  const take = async (message: string, taking: Promise<{ rest: SelectedImage[] }>) => {
    closePanel()
    setBusyMessage(message)
    selection.replace((await taking).rest)
    setBusyMessage('')
  }

  return {
    busyMessage,
    remove: () => take('Deleted images process loading...', mutations.deleteMany(selection.images)),
    restore: (images: SelectedImage[]) => take('Restoring images...', mutations.restore(images)),
    /**
     * Sends a decision at once, if the words before it are stored; anything else when it cannot be undone any more:
     * until then it was never made. What was undone or refused is handed back.
     */
    change(images: SelectedImage[], change: BulkChange, onHandBack = selection.replace) {
      const ids = new Set(images.map(({ id }) => id))
      const store = () => send(images, change, onHandBack).finally(() => unhideImages(ids))
      const handBack = () => {
        unhideImages(ids)
        onHandBack(images)
      }
      closePanel()
      selection.clear()
      if (isDecision(change)) void flushSave().then<unknown>((isStored) => (isStored ? store() : handBack()))
      else {
        const isLong = images.length > limits.bulkImages
        const label = messages.changing(images.length)
        scheduleSave({ ids, label, undoSeconds: limits.undoSeconds, send: store, isLong, undo: handBack })
      }
      if (change.status && list !== 'total' && change.status !== list) hideImages(ids)
    },
  }
}

/** Actions about the selection, or about the image with the focus where nothing is selected; admins alone decide. */
export function useBulkTask(context: BulkContext) {
  const { list, filters, selection, closePanel } = context
  const bulk = useBulkActions(context)
  const { role } = useUser()
  /** What the bulk panel changes, and the fields that it begins with. */
  const [task, setTask] = useState<{ images: SelectedImage[]; initial: Partial<BulkChange> } | null>(null)
  const targets = (image?: ManagedImage) => (selection.images.length || !image ? selection.images : [image])
  const open = (initial: Partial<BulkChange>, images: SelectedImage[]) => {
    closePanel()
    setTask({ images, initial })
  }
  const mayBecome = (status: StatusFilter) =>
    role === 'admin' && list !== status && list !== 'draft' && list !== 'trash'
  const isOfEdits = isListOfEdits(filters)
  const approveAll = mayBecome('approved')
    ? (images: SelectedImage[]) => bulk.change(images, { ...emptyChange, status: 'approved', isOfEdits })
    : undefined
  const isTrash = list === 'trash'
  return {
    task,
    busyMessage: bulk.busyMessage,
    targets,
    edit: isTrash ? undefined : (images = selection.images) => open({}, images),
    remove: isTrash ? undefined : bulk.remove,
    restore: isTrash ? (image?: ManagedImage) => void bulk.restore(targets(image)) : undefined,
    restoreOne: (image: ManagedImage) => void bulk.restore([image]),
    close: () => setTask(null),
    save(change: BulkChange) {
      setTask(null)
      // What was undone or refused stands in the form again, unless another one is open by then.
      bulk.change(task!.images, change, (images) => {
        selection.replace(images)
        if (images.length) setTask((open) => open ?? { images, initial: change })
      })
    },
    approve: approveAll && ((image?: ManagedImage) => approveAll(targets(image))),
    approveAll,
    reject: mayBecome('rejected')
      ? (image?: ManagedImage) => open({ status: 'rejected', isOfEdits }, targets(image))
      : undefined,
  }
}
