import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { mailPreferences } from '@vitrine/contract/calls/accounts/profile'
import { type Dimensions, fittedDimensions } from '@vitrine/contract/measures/dimensions'
import { originalFile } from '@vitrine/contract/media-files'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#feature'
import { createUnsubscribeTokens, userIdOfLink } from '#features/accounts/auth/link-tokens'
import { type ActiveUser, activeUser } from '#features/accounts/auth/password.sql'
import { setDecisionMails } from '#features/accounts/users/users.sql'
import { originalKey } from '#features/images/storage-keys'
import { licenceXmp } from '#imaging/licence-xmp'
import { fail } from '#kit/api-error'
import type { JobModule } from '#kit/jobs/job-worker'
import { type Mail, type MailItem, mailTo } from '#kit/mail'
import { idsOf } from '../edit-rules.ts'
import { enqueueDecisionMail, markMailed, maxDecisionsPerMail, unmailedDecisions } from './decisions.sql.ts'

/** Mails a contributor a digest of all decisions since the last one. */
export const decisionMailJobs = (deps: FeatureDeps): JobModule => ({
  handlers: {
    async mail_decisions({ owner_id }: { owner_id: number }) {
      const { db, mail } = deps
      const unmailed = await unmailedDecisions(db, owner_id)
      const due = unmailed.filter(({ is_young }) => !is_young)
      const owner = await activeUser(db, { id: owner_id })
      const current = currentDecisions(due)
      if (owner?.has_decision_mails && current.length > 0) await mail(await decisionMail(deps, owner, current))
      const isMoreLeft = due.length < unmailed.length || unmailed.length === maxDecisionsPerMail
      // Before these are marked, so that a process that ends in between loses no mail about the others.
      if (isMoreLeft) await enqueueDecisionMail(db, owner_id)
      await markMailed(db, idsOf(due))
    },
  },
})

type UnmailedDecision = Awaited<ReturnType<typeof unmailedDecisions>>[number]

/** The last decision about each image and about its edits, without those that a return to review superseded. */
function currentDecisions(unmailed: UnmailedDecision[]): UnmailedDecision[] {
  const last = new Map(unmailed.map((decision) => [`${decision.image_id} ${decision.about_edit}`, decision]))
  return [...last.values()].filter(
    ({ status, status_now, about_edit }) => about_edit || (status === status_now && status !== 'pending'),
  )
}

/** Images of each outcome that a mail shows; their thumbnails together stay below half a megabyte. */
const maxItems = 10

async function decisionMail(deps: FeatureDeps, owner: ActiveUser, all: UnmailedDecision[]): Promise<Mail> {
  const { site, masterKey } = deps
  const approved = all.filter(({ status }) => status === 'approved')
  const rejected = all.filter(({ status }) => status === 'rejected')
  const pageHref = (name: 'dashboard' | 'total' | 'profile') => site.url + backOfficeHref(owner, name)
  const imageHref = ({ image_id, slug, status, status_now }: UnmailedDecision) =>
    status === 'approved' && status_now === 'approved'
      ? site.url + pages.image.href({ slug })
      : `${pageHref('total')}?title=${image_id}&image=${image_id}`
  const shown = [...rejected.slice(0, maxItems), ...approved.slice(0, maxItems)]
  const items: MailItem[] = []
  for (const one of shown) {
    const bytes = await makeThumbnail(deps, one, owner.id)
    const thumbnail = bytes && { bytes, mime: originalFormat.mime }
    items.push({ href: imageHref(one), label: one.title, text: outcomeText(one), thumbnail })
  }
  const images = new Set(all.map(({ image_id }) => image_id)).size
  const token = createUnsubscribeTokens(masterKey.deriveKey('unsubscribe')).issue(owner)
  const told = mailTo(owner, `${countText(images)} reviewed at ${site.name}`, [
    summaryText(images, approved.length, rejected.length),
    ...items,
    ...(all.length > shown.length ? [`And ${countText(all.length - shown.length)} more.`] : []),
    { href: pageHref('dashboard'), label: 'See all decisions' },
    { href: pageHref('profile'), label: 'Choose whether we mail you about decisions' },
  ])
  return { ...told, unsubscribe: site.url + pages.stopMails.href({ ...token }) }
}

const countText = (count: number) => (count === 1 ? 'one image' : `${count} images`)

function summaryText(images: number, approved: number, rejected: number): string {
  const outcome = rejected ? `${approved || 'none'} approved, ${rejected} not.` : 'all approved.'
  return `We have reviewed ${countText(images)} of yours: ${outcome}`
}

function outcomeText({ status, about_edit, reason, note }: UnmailedDecision): string {
  if (status === 'approved') return about_edit ? 'Your edit is live.' : 'Approved, and now in the library.'
  const why = reasonText(reason, note)
  return about_edit ? `Edit rejected: ${why} The image stays as it was.` : `Not approved. ${why}`
}

const reasonText = (reason: string | null, note: string) =>
  [reason && reason !== 'other' ? rejectionMessage(reason) : '', note].filter(Boolean).join(' ') ||
  'No reason was given.'

/** Pixels of the longer side: twice what mails show, for dense screens. */
const side = 128

/** A small PNG, which every mail program shows; null where none can be made, since a mail is not held up by it. */
async function makeThumbnail(
  { store, imagingPool, licensor, log }: FeatureDeps,
  { sha256, width, height }: Dimensions & { sha256: string },
  owner: number,
): Promise<Buffer | null> {
  await using workspace = await store.createWorkspace()
  try {
    const [file, to] = [join(workspace.folder, originalFile), join(workspace.folder, 'thumbnail.png')]
    await pipeline(store.read(originalKey(sha256)), createWriteStream(file))
    const dimensions = Math.max(width, height) > side ? fittedDimensions({ width, height }, side) : null
    const job = { file, to, pixels: width * height, dimensions, isTrimmed: false, format: 'png' as const }
    await imagingPool.write({ derivative: { ...job, xmp: licenceXmp(licensor) } }, { owner })
    return await readFile(to)
  } catch (error) {
    log.warn({ err: error }, 'a mail goes without a thumbnail')
    return null
  }
}

/** Mounts a call, and the form that mail programs post to its page's address (RFC 8058), without a redirect. */
export function unsubscribeRoutes(app: FastifyInstance, { serve, db, masterKey }: FeatureDeps) {
  const tokens = createUnsubscribeTokens(masterKey.deriveKey('unsubscribe'))
  const unsubscribe = async ({ params }: { params: { uidb64: string; token: string } }) => {
    const user = await activeUser(db, { id: userIdOfLink(params.uidb64) })
    if (!user || tokens.check(user, params.token) !== 'valid') throw fail('wrong_unsubscribe_link')
    await setDecisionMails(db, user.id, false)
    return { message: mailPreferences.unsubscribe.messages.done }
  }
  serve(mailPreferences, { unsubscribe })
  app.register(async (part) => {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data']
    part.addContentTypeParser(types, { parseAs: 'string', bodyLimit: 2_000 }, async () => ({}))
    part.post<{ Params: { uidb64: string; token: string } }>(pages.stopMails.path, unsubscribe)
  })
}
