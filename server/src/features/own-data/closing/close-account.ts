import { randomUUID } from 'node:crypto'
import { pages } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { CommandContext } from '#command'
import type { FeatureDeps } from '#feature'
import { hashPassword } from '#features/accounts/auth/password-hash'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { avatarKey } from '#features/accounts/users/avatar-urls'
import { profilesChanged, removeSoon } from '#features/accounts/users/users.sql'
import { dropWaitingEdits } from '#features/back-office/waiting-edits/waiting-edits'
import { removeDerivatives } from '#features/gallery/retention-jobs'
import { purgeBatch } from '#features/images/trash.sql'
import { moveToTrash } from '#features/images/visibility/states.sql'
import { enqueueCounterNoticeMails } from '#features/moderation/reports/counter-notices/counter-notice-mails'
import { withdrawCounterNotices } from '#features/moderation/reports/counter-notices/counter-notices.sql'
import { syncHiddenImages } from '#features/publishing/hidden-images'
import { galleryChanged, syncReadModel } from '#features/publishing/read-model'
import { rewriteImageWords } from '#features/search/words/image-words'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/statements'
import { addJob, deleteFailedMails } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { mailTo } from '#kit/mail'
import {
  type ClosedAccount,
  type ClosingAccount,
  databaseTime,
  deleteLateTraces,
  deleteMailsTo,
  deleteTraces,
  emptyAccount,
  lockClosing,
  lockLeaving,
  lockStaying,
  removeNames,
  unfinishedAccounts,
} from './close-account.sql.ts'

interface Closing {
  account: ClosingAccount
  /** Whether all images leave the library. */
  leaves: boolean
  /** Themselves, or null for the operator. */
  by: number | null
  client: ClientInfo
}

/** What is personal leaves at once, that of images by a job (decision 0072); false where another change came first. */
export async function closeAccount(db: Database, { account, leaves, by, client }: Closing): Promise<boolean> {
  const { id } = account
  // Of no password: who would guess at this one would guess at 122 random bits.
  const password_hash = await hashPassword(randomUUID())
  return db.transaction().execute(async (transaction) => {
    const before = await lockClosing(transaction, account)
    if (!before) return false
    await recordAuditEvent(transaction, { what: 'account closed', by, user: id, client })
    await emptyAccount(transaction, id, password_hash, leaves)
    await deleteTraces(transaction, id)
    for (const decision of leaves ? await withdrawCounterNotices(transaction, id) : [])
      await enqueueCounterNoticeMails(transaction, decision)
    await deleteMailsTo(transaction, id, addressesOf(before))
    if (before.image) await removeSoon(transaction, avatarKey(before.image))
    await syncHiddenImages(transaction, { ownerId: id, afterId: 0 })
    await addJob(transaction, 'close_images', { owner: id, leaves, names: namesOf(before) } satisfies ImagesToClose)
    const notice: ClosedNotice = { email: before.email, username: before.username, leaves }
    await addJob(transaction, 'mail_account_closed', notice)
    for (const topic of [profilesChanged, galleryChanged]) await notify(transaction, topic)
    return true
  })
}

const addressesOf = ({ email, new_email }: ClosedAccount) =>
  [email, new_email].flatMap((address) => (address ? [address.toLowerCase()] : []))

/** Names that a credit may have. */
const namesOf = ({ username, email, first_name, last_name }: ClosedAccount) =>
  [first_name, last_name, username, email].filter(Boolean)

/** The job's payload is all that is left of the address, until the mail is sent. */
interface ClosedNotice {
  email: string
  username: string
  leaves: boolean
}

export const closingMailJobs = ({ backgroundDb, site, mail }: FeatureDeps): JobModule => ({
  handlers: {
    mail_account_closed: ({ email, username, leaves }: ClosedNotice) =>
      mail(
        mailTo({ username, email }, `Your account at ${site.name} is closed`, [
          `your account at ${site.name} was closed just now, and what was personal in it is deleted. ` +
            (leaves
              ? 'Your images are gone from the library, and their files are being deleted.'
              : 'Your approved images stay in the library without your name; all others are deleted.'),
          'What the law wants us to keep for some time is on this page:',
          { href: site.url + pages.privacy.href(), label: 'Privacy' },
          'If it was not you, please write to us at once:',
          { href: site.url + pages.contact.href(), label: 'Contact us' },
        ]),
      ),
  },
  nightly: {
    delete_failed_mails: () => deleteFailedMails(backgroundDb, limits.failedMailDays),
  },
})

interface ImagesToClose {
  /** Of a closed account. */
  owner: number
  leaves: boolean
  /** What the credits of images that stay must not have. */
  names: string[]
}

type CloseImagesDeps = Pick<CommandContext, 'backgroundDb' | 'store'>

/** Images of one transaction. */
const batchSize = 100

/** The jobs that do with the images of closed accounts what their owners chose. Each may run again. */
export const closeImageJobs = ({ backgroundDb, store }: CloseImagesDeps): JobModule => ({
  handlers: {
    async close_images({ owner, leaves, names }: ImagesToClose) {
      while ((await trashLeaving(backgroundDb, owner, leaves)) === batchSize);
      const trash = { owner, before: await databaseTime(backgroundDb) }
      while ((await purgeBatch(backgroundDb, trash, batchSize)) > 0);
      let afterId: number | undefined = 0
      while (afterId !== undefined) afterId = await cleanStaying({ backgroundDb, store }, owner, afterId, names)
    },
  },
  nightly: {
    async finish_closed_accounts() {
      await deleteLateTraces(backgroundDb)
      for (const account of await unfinishedAccounts(backgroundDb))
        await addJob(backgroundDb, 'close_images', { ...account, names: [] } satisfies ImagesToClose)
    },
  },
})

/** Images that leave are gone from every list at once, and purged after that. */
const trashLeaving = (db: Database, owner: number, leaves: boolean) =>
  db.transaction().execute(async (transaction) => {
    const ids = await lockLeaving(transaction, owner, leaves, batchSize)
    if (!ids.length) return 0
    await moveToTrash(transaction, ids, owner)
    await syncReadModel(transaction, ids)
    return ids.length
  })

/** Takes out credits, file names, waiting edits and derivatives, which name the contributor; returns the last id. */
async function cleanStaying(deps: CloseImagesDeps, owner: number, afterId: number, names: string[]) {
  const images = await deps.backgroundDb.transaction().execute(async (transaction) => {
    const staying = await lockStaying(transaction, owner, afterId, batchSize)
    const ids = staying.map(({ id }) => id)
    if (!ids.length) return []
    await dropWaitingEdits(transaction, staying)
    await removeNames(transaction, ids, names)
    await rewriteImageWords(transaction, ids)
    await syncReadModel(transaction, ids)
    return staying
  })
  for (const { cloudflare_id } of images) await removeDerivatives(deps, cloudflare_id)
  return images.length === batchSize ? images.at(-1)!.id : undefined
}
