import { randomUUID } from 'node:crypto'
import type { Caller } from '@vitrine/contract/caller'
import type { Notifications } from '#kit/database/notifications'

/** NOTIFY topic of `notify_images_changed`; a transaction and the owners of the images follow. */
export const imagesChanged = 'images changed'

/** Milliseconds after which a list is read again while notifications may be missed. */
const unsureMs = 5_000

/**
 * The last transaction that changed the images of each owner. PostgreSQL delivers notifications to all processes in one
 * order, so all of them answer the same revision without asking the database.
 */
export function trackImageRevisions(notifications: Notifications) {
  const byOwner = new Map<number, string>()
  /** Of changes that may concern any owner. */
  let ofAll = ''
  let last = ''

  notifications.on(imagesChanged, (transaction = randomUUID(), owners = '*') => {
    last = transaction
    if (owners === '*') {
      byOwner.clear()
      ofAll = transaction
    } else for (const owner of owners.split(',')) byOwner.set(Number(owner), transaction)
  })

  return {
    current({ id, role }: Pick<Caller, 'id' | 'role'>): string {
      if (!notifications.isListening()) return `unsure ${Math.floor(Date.now() / unsureMs)}`
      return role === 'admin' ? last : (byOwner.get(id) ?? ofAll)
    },
  }
}
