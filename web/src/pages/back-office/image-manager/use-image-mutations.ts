import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { Reply } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { ApiError } from '#api/api-client.ts'
import { useApi } from '#api/app-context.ts'
import { useRefresh, useUser } from '#api/back-office.ts'
import { messages as shared } from '#ui/back-office/messages.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { ToastAction } from '#ui/toasts/toast-area.tsx'
import { type BulkChange, changeRequest } from './bulk/bulk-change.ts'
import { editRequest, type ImageFields } from './drafts.ts'
import { messages } from './messages.ts'
import { scheduleSave } from './pending-save.ts'
import type { SelectedImage } from './selection.ts'

/** An admin's decision about a waiting edit. */
export type EditDecision = { status: 'approved' } | { status: 'rejected'; reason: RejectionReason; note: string }

export type Outcome = 'done' | 'failed' | 'conflict'

const outcomeOf = (error: unknown): Outcome =>
  error instanceof ApiError && /^(changed_meanwhile|images?_not_found)$/.test(error.code ?? '') ? 'conflict' : 'failed'

type ChangeReply = Pick<Reply<typeof backOffice.updateMultiple>, 'count' | 'waiting' | 'faulty'>

interface BatchRun {
  call: (batch: SelectedImage[]) => Promise<ChangeReply>
  texts: { done: string; failed: string }
  undo?: (images: SelectedImage[]) => void
  onProgress?: (done: number) => void
}

/** The versions that images have by one's own edits, by their ID and the version that was edited. */
const ownVersions = new Map<string, number>()

/** The version that was selected, or what one's own edit has made of it since. */
const versionOf = ({ id, version }: SelectedImage): number => ownVersions.get(`${id} ${version}`) ?? version

const idsOf = (images: { id: number }[]) => ({ image_ids: images.map(({ id }) => id) })

/** Calls for as many images at a time as the server takes, until one call fails. */
async function callInBatches(images: SelectedImage[], { call, onProgress }: Pick<BatchRun, 'call' | 'onProgress'>) {
  const done = { count: 0, waiting: 0, faulty: [] as number[], error: undefined as unknown }
  try {
    while (done.count < images.length) {
      if (images.length > limits.bulkImages) onProgress?.(done.count)
      const batch = images.slice(done.count, done.count + limits.bulkImages)
      const { waiting = 0, faulty = [] } = await call(batch)
      done.count += batch.length
      done.waiting += waiting
      done.faulty.push(...faulty)
    }
  } catch (error) {
    done.error = error
  }
  return done
}

const savedText = (text: string, waiting: number | undefined) => (waiting ? messages.editSaved(text, waiting) : text)

/** Mutations of images; each reports its outcome by a toast and invalidates the lists. */
export function useImageMutations() {
  const { role } = useUser()
  const refresh = useRefresh()
  // A change that is sent because the page goes must still arrive.
  const call = useApi({ keepalive: true })
  const offerUndo = useUndoOffer()

  async function runWithToast(
    call: Promise<{ message: string; waiting?: number | undefined }>,
    texts: { done: string; failed: string },
    action?: ToastAction,
  ) {
    let outcome: Outcome = 'done'
    try {
      const { waiting } = await call
      toast('success', savedText(texts.done, waiting), action)
    } catch (error) {
      outcome = outcomeOf(error)
      toastError(error, texts.failed)
    }
    void refresh()
    return outcome
  }

  /** Goes on until a call fails; returns what is left, and how it ended. */
  async function runInBatches(images: SelectedImage[], { texts, undo, ...run }: BatchRun) {
    const { count, waiting, faulty, error } = await callInBatches(images, run)
    const changed = count - faulty.length
    const text = savedText(messages.doneWith(texts.done, changed), waiting)
    if (!error && changed) toast('success', text, undo && { label: messages.undo, onClick: () => undo(images) })
    else if (!error) toast('error', messages.noneChanged(count))
    else {
      if (count) toast('error', messages.stoppedAt(count, images.length))
      toastError(error, texts.failed)
    }
    await refresh()
    const rest = images.filter(({ id }, index) => index >= count || faulty.includes(id))
    return { outcome: error ? outcomeOf(error) : 'done', faulty, rest }
  }

  const restore = (images: SelectedImage[]) =>
    runInBatches(images, {
      call: (batch) => call(trash.restore, { body: idsOf(batch) }),
      texts: trash.restore.messages,
    })

  return {
    restore,
    update(image: ManagedImage, fields: ImageFields) {
      const { id, version } = image
      const updated = call(backOffice.update, { params: { id }, body: editRequest(image, fields, role) })
      updated.then((reply) => ownVersions.set(`${id} ${version}`, reply.version)).catch(() => {})
      return runWithToast(updated, backOffice.update.messages)
    },
    disagree: ({ id, version }: ManagedImage, disagreement: string) =>
      runWithToast(call(backOffice.update, { params: { id }, body: { disagreement, version } }), messages.disagreement),
    decideEdit({ id, version }: ManagedImage, decision: EditDecision) {
      const done = shared.editDecided[decision.status]
      const decided = call(backOffice.update, { params: { id }, body: { ...decision, version } })
      decided.then(({ act }) => offerUndo(done, [act])).catch(() => {})
      return runWithToast(decided, { ...backOffice.update.messages, done: `${done}.` })
    },
    discardEdit: (image: ManagedImage) =>
      runWithToast(call(backOffice.discardEdit, { params: { id: image.id } }), backOffice.discardEdit.messages),
    deleteOne: (image: ManagedImage) =>
      runWithToast(call(backOffice.deleteOne, { params: { id: image.id } }), backOffice.deleteOne.messages, {
        label: messages.undo,
        onClick: () => void restore([image]),
      }),
    /** In calls of the size that the server takes; `rest` are the images that are left when one fails. */
    deleteMany: (images: SelectedImage[]) =>
      runInBatches(images, {
        call: (batch) => call(backOffice.deleteMany, { body: idsOf(batch) }),
        texts: { ...backOffice.deleteMany.messages, failed: 'Failed to delete images.' },
        undo: (deleted) => void restore(deleted),
      }),
    /** Sends the versions that were seen, so that two people never overwrite each other's change unknowingly. */
    async updateMany(images: SelectedImage[], change: BulkChange, onProgress: (done: number) => void) {
      const acts: (number | undefined)[] = []
      const update = async (batch: SelectedImage[]) => {
        const body = { ...idsOf(batch), versions: batch.map(versionOf), ...changeRequest(change) }
        const reply = await call(backOffice.updateMultiple, { body })
        acts.push(reply.act)
        for (const [at, { id, version }] of batch.entries()) ownVersions.set(`${id} ${version}`, reply.versions[at]!)
        return reply
      }
      const run = await runInBatches(images, { call: update, texts: backOffice.updateMultiple.messages, onProgress })
      const decided = images.length - run.rest.length
      if (change.status)
        offerUndo(messages.decided(decided, change.status, change.isOfEdits === true, run.faulty.length), acts)
      return run
    },
  }
}

/** Offers to undo decisions that are stored, for as long as their maker can (requirements: #decision-undo). */
function useUndoOffer() {
  const call = useApi()
  const refresh = useRefresh()

  async function undo(acts: number[]) {
    try {
      for (const id of acts.toReversed()) await call(backOffice.undo, { params: { id } })
      toast('success', backOffice.undo.messages.done)
    } catch (error) {
      toastError(error, backOffice.undo.messages.failed)
    }
    await refresh()
  }

  return (decision: string, acts: (number | undefined)[]) => {
    const known = acts.filter((act) => act !== undefined)
    if (!known.length) return
    const label = messages.undoable(decision)
    scheduleSave({ ids: new Set(), label, undoSeconds: limits.undoSeconds, undo: () => void undo(known) })
  }
}
