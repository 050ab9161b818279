import { limits } from '@vitrine/contract/vocabulary/limits'
import { isWaiting, itemOf, type ReviewSession, upcoming } from './review-session.ts'

/** Low-water mark: with fewer waiting images the next ones are fetched, so that the reviewer never waits. */
const lowWaterMark = 8

export function needsFetch(session: ReviewSession): boolean {
  if (session.wantedFetch > session.doneFetch) return true
  if (session.hasFailed) return false
  return session.currentId === null
    ? !session.isFinished
    : upcoming(session).length < lowWaterMark && !session.isComplete
}

/** What a reviewer has, as a request for more says it. */
export const imagesSeen = (session: ReviewSession) => ({
  waiting: [itemOf(session, session.currentId), ...upcoming(session)]
    .filter((item) => item && isWaiting(item))
    .map((item) => ({ id: item!.image.id, version: item!.image.version }))
    // No version is 0, so its present one is sent.
    .concat(session.requestedId === null ? [] : [{ id: session.requestedId, version: 0 }])
    .slice(0, limits.leasedImages),
  skipped: session.items
    .filter(({ verdict }) => verdict === 'skipped')
    .slice(-limits.bulkImages)
    .map(({ image }) => image.id),
})
