import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { originalFile } from '@vitrine/contract/media-files'
import { pages } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type Command, type CommandContext, CommandError } from '#command'
import type { Config } from '#config'
import { hashPassword } from '#features/accounts/auth/password-hash'
import { addUser, firstAdmin, userByUsername, usersOfDomain } from '#features/accounts/users/users.sql'
import { decideByCommand } from '#features/back-office/decisions/decide'
import { refreshHighlights } from '#features/gallery/highlights/refresh-highlights'
import { demoContributor, demoDomain, demoMarker, isEmptyLibrary, signInsFile } from '#features/library/demo-state'
import { closeAccount } from '#features/own-data/closing/close-account'
import { deleteMailsTo } from '#features/own-data/closing/close-account.sql'
import { addDownloads, type DownloadCount } from '#features/publishing/downloads.sql'
import { refreshPopularity, refreshTrending } from '#features/publishing/popularity'
import { ingest } from '#features/uploads/ingest'
import { receiveFile } from '#features/uploads/receive-file'
import { RefusedFile } from '#imaging/refused-file'
import { ApiError } from '#kit/api-error'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/statements'
import { startProgress } from '#kit/progress'
import { type Drawing, findDrawing } from './demo-drawings.ts'
import { type FaultyDrawing, faultyDrawings } from './demo-faults.ts'
import { type DemoAccounts, imagesWithoutDownloads, spreadDecisions } from './demo-history.sql.ts'
import { categoryOf, libraryDrawings, renderDrawing, textsOf } from './demo-images.ts'

/** Adds transparent PNGs: drawings of Noto Emoji (Apache-2.0), and objects with light and shade. */
export const demo: Command = {
  usage: 'demo',
  description:
    'Adds a demonstration to the library: 304 images in 20 categories, others that wait or are rejected, two accounts.',
  options: { remove: { type: 'boolean', description: 'Takes the demonstration out again, with its accounts.' } },

  /** Each image is approved at once, so that visitors see the library grow. */
  async run(context, { remove }) {
    if (remove) return removeDemo(context)
    const owner = await findOrCreateOwner(context.db, context.config)
    await addLibrary(context, owner.id, libraryDrawings())
    for (const drawing of faultyDrawings)
      await unlessRefused(drawing.name, () => addFaultyImage(context, owner.id, drawing))
    const admin = await firstAdmin(context.db)
    if (admin) await addHistory(context.db, { owner: owner.id, admin: admin.id })
    await refreshPopularity(context.backgroundDb) // as each night, since downloads were added
    await refreshTrending(context.backgroundDb)
    await refreshHighlights(context)
    await demoMarker.write(context.config, { state: 'done', owner: owner.username })
    return true
  },
}

/** Closes the accounts of the demonstration, whose images the running site then removes; its admin's were imported. */
async function removeDemo({ db, config }: CommandContext) {
  const accounts = await usersOfDomain(db, demoDomain)
  if (!accounts.length) throw new CommandError('This library has no account of the demonstration.')
  for (const { id, email } of accounts) {
    const leaves = email === demoContributor + demoDomain
    const closing = { account: { id }, leaves, by: null, client: { address: 'command line', user_agent: '' } }
    await closeAccount(db, closing).catch((error) => {
      if (!(error instanceof ApiError)) throw error
      throw new CommandError(`${email} is the only admin. Make someone else an admin first, then repeat this.`)
    })
    await deleteMailsTo(db, id, [email]) // no one would get them
  }
  await demoMarker.remove(config)
  console.log('The accounts of the demonstration are closed. The running site removes its images next.')
  return true
}

export async function addLibrary(context: CommandContext, owner: number, library: Drawing[]): Promise<void> {
  const progress = startProgress('Adding the demonstration', library.length)
  await forEachLimit(library, context.config.IMAGE_WORKERS + 1, async (drawing) => {
    await unlessRefused(drawing.name, async () => {
      const added = await addImage(context, owner, drawing)
      if (added.status !== 'approved') await decideByCommand(context.db, [added.id], 'approved')
    })
    progress.step()
  })
  progress.finish()
}

/** A drawing that is refused is told, and does not keep out the others. */
async function unlessRefused(name: string, add: () => Promise<void>): Promise<void> {
  try {
    await add()
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    console.error(`The drawing ${name} is left out. ${error.message}`)
  }
}

/** The contributor of an interrupted run; otherwise a new contributor and a new admin, in an empty library alone. */
async function findOrCreateOwner(db: Database, config: Config) {
  const marker = await demoMarker.read(config)
  const owner = marker && (await userByUsername(db, marker.owner))
  if (owner) {
    if (signInsFile.exists(config)) console.log(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
    return owner
  }
  if (!(await isEmptyLibrary(db)))
    throw new CommandError('This library has people or images. The demonstration is for an empty one.')
  return createAccounts(db, config)
}

/** Their passwords are in a file first: a process killed in between leaves no account with an unknown one. */
async function createAccounts(db: Database, config: Config) {
  const admin = await prepareAccount('admin', 'admin')
  const contributor = await prepareAccount(demoContributor, 'user')
  const lines = [signInLine(pages.adminAuth.href(), admin), signInLine(pages.contributorAuth.href(), contributor)]
  await signInsFile.write(config, lines)
  await demoMarker.write(config, { state: 'begun', owner: contributor.user.username })
  const owner = await db.transaction().execute(async (transaction) => {
    await addUser(transaction, admin.user)
    return addUser(transaction, contributor.user)
  })
  // A journal has more readers than the file.
  if (process.stdout.isTTY) console.log(['Sign-ins of the demonstration:', ...lines].join('\n'))
  else console.log(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
  return owner
}

async function prepareAccount(username: string, role: Role) {
  const password = randomPassword()
  const email = username + demoDomain
  return { user: { username, email, number: '', password_hash: await hashPassword(password), role }, password }
}

const signInLine = (page: string, { user, password }: Awaited<ReturnType<typeof prepareAccount>>) =>
  `  ${page.padEnd(20)} ${user.email.padEnd(30)} ${password}`

/** 14 characters without look-alikes: 80 random bits, within the 15 characters that a password may have. */
function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}

/** Waits for review, or is rejected; once decided about it stays as it is when the demonstration is added again. */
async function addFaultyImage(context: CommandContext, owner: number, { name, spoil, rejection }: FaultyDrawing) {
  const drawing = findDrawing(name)
  const image = await addImage(context, owner, { ...drawing, body: spoil(drawing.body) })
  if (rejection && image.status === 'pending') await decideByCommand(context.db, [image.id], 'rejected', rejection)
}

/** Takes the path of an upload. */
async function addImage(resources: CommandContext, owner: number, drawing: Drawing) {
  const png = await renderDrawing(drawing).png({ compressionLevel: 9 }).toBuffer()
  await using workspace = await resources.store.createWorkspace()
  const received = await receiveFile(Readable.from([png]), join(workspace.folder, originalFile))
  const { image } = await ingest(
    resources,
    received,
    { owner_id: owner, file_name: `${drawing.name}.png`, rights_version: null, rights_at: null },
    { ...textsOf(drawing), category: categoryOf(drawing).id },
  )
  return image
}

/** Gives the demonstration a month of decisions and downloads, so that each page shows what it is for. */
async function addHistory(db: Database, accounts: DemoAccounts): Promise<void> {
  await spreadDecisions(db, accounts)
  const ids = await imagesWithoutDownloads(db, accounts.owner)
  if (ids.length) await addDownloads(db, downloadsOf(ids))
}

const dayMs = 24 * 60 * 60 * 1000

/** A few images are downloaded often and most rarely, a little more from day to day and less at weekends. */
export function downloadsOf(ids: number[], now = Date.now()): DownloadCount[] {
  const counts: DownloadCount[] = []
  for (let ago = limits.statisticsDays - 1; ago >= 0; ago--) {
    const date = new Date(now - ago * dayMs)
    const isWeekend = date.getUTCDay() % 6 === 0
    const growth = 1 - ago / (2 * limits.statisticsDays)
    for (const [at, image_id] of ids.entries()) {
      const rank = (at * 89) % ids.length // spreads the popular ones over the categories
      const noise = ((at * 31 + ago * 17) % 10) / 10
      const count = Math.floor((14 / (rank + 2)) * growth * (isWeekend ? 0.6 : 1) + noise * 0.9)
      if (count) counts.push({ image_id, day: date.toISOString().slice(0, 10), count })
    }
  }
  return counts
}
