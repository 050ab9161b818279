import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pages } from '@vitrine/contract/pages'
import { type Category, categories } from '@vitrine/contract/vocabulary/categories'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import sharp from 'sharp'
import type { Config } from '#config'
import { hashPassword } from '#features/auth/password-hash'
import { changeStatus } from '#features/publishing/change-status'
import { ingest, receiveFile } from '#features/uploads/ingest'
import { addUser, type NewUser, userByEmail, userByUsername } from '#features/users/users.sql'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/pool'
import { startProgress } from '#kit/progress'
import type { Resources } from '../resources.ts'
import type { Command } from './command.ts'
import { drawings } from './demo-drawings.ts'
import { demoMarker, signInsFile } from './demo-state.ts'

/** Fills the library with real transparent PNGs, drawn at 1024 pixels from Noto Emoji (Apache-2.0). */
export const demo: Command = {
  usage: 'demo',
  description: 'Fills the library with a demonstration: 240 drawings in 20 categories, and two sign-ins.',
  options: {},

  async run(ground) {
    const owner = await findOrCreateOwner(ground.db, ground.config)
    const progress = startProgress('Filling the demonstration', Object.values(drawings).flat().length)
    const icons = loadNotoIcons()
    await forEachLimit(interleavedDrawings(), ground.config.IMAGE_WORKERS + 1, async ({ name, category }) => {
      await addImage(ground, owner.id, await renderPng(icons[name]!.body), name, category)
      progress.step()
    })
    progress.finish()
    await demoMarker.write(ground.config, { state: 'done', owner: owner.username })
    return true
  },
}

/** One of each category in turn, so that the first page shows all kinds from the first moment on. */
function interleavedDrawings() {
  const rounds = Math.max(...categories.map((one) => drawings[one.value].length))
  return Array.from({ length: rounds }, (_, round) =>
    categories.flatMap((category) => ({ category, name: drawings[category.value][round]! })).filter((one) => one.name),
  ).flat()
}

interface DemoOwner {
  id: number
  username: string
}

/** The contributor of the demonstration: the one of an interrupted filling, else a new one beside a new admin. */
async function findOrCreateOwner(db: Database, config: Config): Promise<DemoOwner> {
  const begun = await demoMarker.read(config)
  const known = begun && (await userByUsername(db, begun.owner))
  if (!known) return createAccounts(db, config)
  if (await signInsFile.exists(config)) console.log(`The demonstration's sign-ins are in ${signInsFile.path(config)}`)
  return known
}

/**
 * Writes the sign-ins down first: killed before the accounts are made, the next start makes them anew with others; killed
 * after, their passwords are known.
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

/** Under the first free name of `admin`, `admin2`, `admin3` … */
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

/** 14 characters without those that look alike: 80 random bits, within the specified 15. */
function randomPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}

function loadNotoIcons(): Record<string, { body: string }> {
  return createRequire(import.meta.url)('@iconify-json/noto/icons.json').icons
}

/** These drawings are ours to trust; what people upload never reaches a renderer of SVG. */
const renderPng = (body: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 144 144" width="1024" height="1024">${body}</svg>`,
    ),
  )
    .png({ compressionLevel: 9 })
    .toBuffer()

/** Through the same path as an upload, and approved one by one so that the site fills while one looks at it. */
async function addImage(ground: Resources, owner: number, png: Buffer, name: string, category: Category) {
  const workspace = await ground.store.createWorkspace()
  try {
    const received = await receiveFile(Readable.from([png]), join(workspace.folder, 'original.png'))
    const words = name.split('-')
    const title = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
    const description = `${title}, drawn by the Noto Emoji project (Apache-2.0) on a clear background.`
    const said = {
      title,
      description,
      category: category.id,
      keywords: [...words.filter((word) => word.length > 2), category.name],
    }
    const { image } = await ingest(ground, received, { id: owner, file_name: `${name}.png` }, said)
    if (image.status !== 'approved') await changeStatus(ground.db, [image.id], 'approved')
  } finally {
    await workspace.remove()
  }
}
