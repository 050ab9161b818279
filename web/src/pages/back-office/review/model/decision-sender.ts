import { backOffice } from '@vitrine/contract/calls/back-office'
import { allLists, type ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { errors } from '@vitrine/contract/errors'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { ApiError, type apiClient } from '#api/api-client.ts'

export type StatusChange =
  | { status: 'approved' | 'pending' }
  | { status: 'rejected'; reason: RejectionReason; note: string }

interface SentDecision {
  /** As it was when this was decided. */
  image: ManagedImage
  change: StatusChange
  done: Promise<void>
}

/** Decisions on their way while their reviewer looks at the next image. Those about one image go one after another. */
export function createDecisionSender(call: ReturnType<typeof apiClient>) {
  const last = new Map<number, SentDecision>()
  const onTheWay = new Set<Promise<void>>()

  const put = async (image: ManagedImage, change: StatusChange, version: number) => {
    await call(backOffice.update, { params: { id: image.id }, body: { ...change, version } })
  }

  const follow = (before: SentDecision, image: ManagedImage, change: StatusChange) =>
    before.done.then(
      async () => put(image, change, await versionAfter(before)),
      // What never arrived need not be taken back.
      () => (change.status === 'pending' ? undefined : put(image, change, image.version)),
    )

  /** The version that this reviewer's last change left. The reply to it says none, so its list is asked. */
  const versionAfter = async ({ image: { id, title, user }, change }: SentDecision) => {
    for (let page = 1; ; page++) {
      const { count, images } = await call(allLists[change.status], {
        query: { page, title, username: user.username },
      })
      const now = images.find((image) => image.id === id)
      if (now && matchesChange(now, change)) return now.version
      if (now || page * limits.managedImagesPerPage >= count) throw conflictError()
    }
  }

  return {
    /** Fails with `null` where something newer about the same image has been sent meanwhile, which decides. */
    async send(image: ManagedImage, change: StatusChange) {
      const before = last.get(image.id)
      // Read anew since then, it is known as it is.
      const isKnown = !before || before.image.version !== image.version
      const done = isKnown ? put(image, change, image.version) : follow(before, image, change)
      const sent = { image, change, done }
      last.set(image.id, sent)
      onTheWay.add(done)
      try {
        await done
      } catch (error) {
        const isLatest = last.get(image.id) === sent
        if (isLatest) last.delete(image.id)
        throw isLatest ? error : null
      } finally {
        onTheWay.delete(done)
      }
    },
    settled: () => Promise.allSettled(onTheWay),
    isBusy: () => onTheWay.size > 0,
  }
}

/** Nobody else has given it another reason since. */
function matchesChange({ rejection }: ManagedImage, change: StatusChange): boolean {
  if (change.status !== 'rejected') return true
  return rejection?.reason === change.reason && rejection.note === change.note
}

function conflictError() {
  const [status, message] = errors.changed_meanwhile
  return new ApiError({ status, json: { code: 'changed_meanwhile', message } })
}
