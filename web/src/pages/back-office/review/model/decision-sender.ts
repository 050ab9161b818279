import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { allLists, type ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { errors } from '@vitrine/contract/errors'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { ApiError, type apiClient } from '#api/api-client.ts'

export type StatusChange =
  | { status: 'approved' | 'pending' }
  | { status: 'rejected'; reason: RejectionReason; note: string }

interface SentDecision {
  /** The image's state at the time of the decision. */
  image: ManagedImage
  change: StatusChange
  done: Promise<void>
}

/** Sends decisions in the background; decisions about one image are sent in order. */
export function createDecisionSender(call: ReturnType<typeof apiClient>) {
  const latestById = new Map<number, SentDecision>()
  const inFlight = new Set<Promise<void>>()

  const sendUpdate = async (image: ManagedImage, change: StatusChange, version: number) => {
    await call(backOffice.update, { params: { id: image.id }, body: { ...change, version } })
  }

  const sendAfter = (before: SentDecision, image: ManagedImage, change: StatusChange) =>
    before.done.then(
      async () => sendUpdate(image, change, await versionAfter(before)),
      // A decision that failed to arrive needs no undo.
      () => (change.status === 'pending' ? undefined : sendUpdate(image, change, image.version)),
    )

  /** The version after this reviewer's last change; replies to updates have none, so the list is searched. */
  const versionAfter = async ({ image: { id, title, user }, change }: SentDecision) => {
    for (let page = 1; ; page++) {
      const { count, images } = await call(allLists[change.status], {
        query: { page, title, username: user.username },
      })
      const current = images.find((image) => image.id === id)
      if (current && matchesChange(current, change)) return current.version
      if (current || page * limits.managedImagesPerPage >= count) throw conflictError()
    }
  }

  return {
    /** Rejects with `null` when a newer decision about the same image has replaced this one. */
    async send(image: ManagedImage, change: StatusChange) {
      const before = latestById.get(image.id)
      // A refetched image has its current version.
      const isCurrent = !before || before.image.version !== image.version
      const done = isCurrent ? sendUpdate(image, change, image.version) : sendAfter(before, image, change)
      const sent = { image, change, done }
      latestById.set(image.id, sent)
      inFlight.add(done)
      try {
        await done
      } catch (error) {
        const isLatest = latestById.get(image.id) === sent
        if (isLatest) latestById.delete(image.id)
        throw isLatest ? error : null
      } finally {
        inFlight.delete(done)
      }
    },
    settled: () => Promise.allSettled(inFlight),
    isBusy: () => inFlight.size > 0,
  }
}

/** Whether the image still has the reason and note of this change. */
function matchesChange({ rejection }: ManagedImage, change: StatusChange): boolean {
  if (change.status !== 'rejected') return true
  return rejection?.reason === change.reason && rejection.note === change.note
}

function conflictError() {
  const [status, message] = errors.changed_meanwhile
  return new ApiError({ status, json: { code: 'changed_meanwhile', message } })
}
