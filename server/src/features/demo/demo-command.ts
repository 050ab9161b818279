import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pages } from '@vitrine/contract/pages'
import { originalFile } from '@vitrine/contract/variants'
import { type Category, categories } from '@vitrine/contract/vocabulary/categories'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { Command, CommandContext } from '#command'
import type { Config } from '#config'
import { hashPassword } from '#features/auth/password-hash'
import { decideByCommand } from '#features/back-office/decisions/decide-by-command'
import { refreshHighlights } from '#features/highlights/refresh-highlights'
import { ingest, receiveFile } from '#features/uploads/ingest'
import { addUser, firstAdmin, type NewUser, userByEmail, userByUsername } from '#features/users/users.sql'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/pool'
import { startProgress } from '#kit/progress'
import { interleavedDrawings, renderDrawing, textsOf } from './demo-drawings.ts'
import { type FaultyDrawing, faultyDrawings } from './demo-faults.ts'
import { addHistory } from './demo-history.ts'
import { demoMarker, signInsFile } from './demo-state.ts'

/** Adds transparent PNGs, rendered at 1024 pixels from Noto Emoji (Apache-2.0). */
export const demo: Command = {
  usage: 'demo',
  description:
    'Adds a demonstration to the library: 240 images in 20 categories, others that wait or are rejected, two accounts.',
  options: {},

  /** Each image is approved at once, so that visitors see the library grow. */
  async run(context) {
    const owner = await findOrCreateOwner(context.db, context.config)
    const progress = startProgress('Adding the demonstration', interleavedDrawings().length)
    await forEachLimit(interleavedDrawings(), context.config.IMAGE_WORKERS + 1, async ({ name, category }) => {
      const png = await renderDrawing(name).png({ compressionLevel: 9 }).toBuffer()
      const image = await addImage(context, owner.id, png, name, category)
      if (image.status !== 'approved') await decideByCommand(context.db, [image.id], 'approved')
      progress.step()
    })
    progress.finish()
    for (const drawing of faultyDrawings) await addFaultyImage(context, owner.id, drawing)
    const admin = await firstAdmin(context.db)
    if (admin) await addHistory(context.db, { owner: owner.id, admin: admin.id })
    await refreshHighlights(context)
    await demoMarker.write(context.config, { state: 'done', owner: owner.username })
    return true
  },
}

interface DemoOwner {
  id: number
  username: string
}

/** The contributor of an interrupted run; otherwise a new contributor and a new admin. */
async function findOrCreateOwner(db: Database, config: Config): Promise<DemoOwner> {
  const marker = await demoMarker.read(config)
  const owner = marker && (await userByUsername(db, marker.owner))
  if (!owner) return createAccounts(db, config)
  if (await signInsFile.exists(config)) console.log(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
  return owner
}

/**
 * Creates the accounts after their passwords were written to a file: a process killed in between leaves no account with
 * an unknown password, and the next run creates both accounts with new passwords.
 */
async function createAccounts(db: Database, config: Config): Promise<DemoOwner> {
  const admin = await prepareAccount(db, 'admin', 'admin')
  const contributor = await prepareAccount(db, 'contributor', 'user')
  const lines = [signInLine(pages.adminAuth.href(), admin), signInLine(pages.contributorAuth.href(), contributor)]
  await signInsFile.write(config, lines)
  await demoMarker.write(config, { state: 'begun', owner: contributor.user.username })
  const owner = await db.transaction().execute(async (transaction) => {
    await addUser(transaction, admin.user)
    return addUser(transaction, contributor.user)
  })
  console.log(['Sign-ins of the demonstration:', ...lines].join('\n'))
  return owner
}

interface Account {
  user: NewUser
  password: string
}

/** Takes the first free username of `admin`, `admin2`, `admin3` … */
async function prepareAccount(db: Database, name: string, role: Role): Promise<Account> {
  const password = randomPassword()
  const password_hash = await hashPassword(password)
  for (let n = 1; ; n++) {
    const username = n === 1 ? name : `${name}${n}`
    const email = `${username}@vitrine.example`
    const taken = (await userByUsername(db, username)) ?? (await userByEmail(db, email))
    if (!taken) return { user: { username, email, number: '', password_hash, role }, password }
  }
}

const signInLine = (page: string, { user, password }: Account) =>
  `  ${page.padEnd(20)} ${user.email.padEnd(30)} ${password}`

/** 14 characters without look-alikes: 80 random bits, within the 15 characters that a password may have. */
function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}

/** Waits for review, or is rejected; once decided about it stays as it is when the demonstration is added again. */
async function addFaultyImage(context: CommandContext, owner: number, drawing: FaultyDrawing) {
  const { name, spoil, rejection } = drawing
  const category = categories.find(({ value }) => value === drawing.category)!
  const png = await renderDrawing(name, spoil).png({ compressionLevel: 9 }).toBuffer()
  const image = await addImage(context, owner, png, name, category)
  if (rejection && image.status === 'pending') await decideByCommand(context.db, [image.id], 'rejected', rejection)
}

/** Takes the path of an upload. */
async function addImage(resources: CommandContext, owner: number, png: Buffer, name: string, category: Category) {
  const workspace = await resources.store.createWorkspace()
  try {
    const received = await receiveFile(Readable.from([png]), join(workspace.folder, originalFile))
    const metadata = { ...textsOf(name, category), category: category.id }
    const { image } = await ingest(
      resources,
      received,
      { owner_id: owner, file_name: `${name}.png`, rights_version: null, rights_at: null },
      metadata,
    )
    return image
  } finally {
    await workspace.remove()
  }
}
