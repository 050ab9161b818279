import { randomInt } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Category, categories } from '@vitrine/contract/categories'
import { pages } from '@vitrine/contract/pages'
import sharp from 'sharp'
import type { Config } from '#config'
import { hashPassword } from '#features/auth/passwords'
import { reflectInGallery } from '#features/images/publish-queries'
import { setStatus } from '#features/images/queries'
import { ingest, receive } from '#features/uploads/ingest'
import { addUser, userByUsername } from '#features/users/queries'
import type { Database } from '#kit/database'
import { startProgress } from '#kit/progress'
import { sideBySide } from '#kit/side-by-side'
import type { Foundation } from '../foundation.ts'
import type { Command } from './command.ts'
import { drawings } from './demo-drawings.ts'

/** Fills the library with real transparent PNGs, drawn at 1024 pixels from Noto Emoji (Apache-2.0). */
export const demo: Command = {
  usage: 'demo',
  about: 'Fills the library with a demonstration: 240 drawings in 20 categories, and two sign-ins.',
  options: {},

  async run(ground) {
    const owner = await signIns(ground.db, ground.config)
    const progress = startProgress('Filling the demonstration', Object.values(drawings).flat().length)
    const icons = noto()
    await sideBySide(mixture(), ground.config.IMAGE_WORKERS + 1, async ({ name, category }) => {
      await add(ground, owner, await draw(icons[name]!.body), name, category)
      progress.step()
    })
    progress.end()
    await writeFile(marker(ground.config), 'done\n')
    return true
  },
}

/** One of each category in turn, so that the first page shows all kinds from the first moment on. */
function mixture() {
  const rounds = Math.max(...categories.map((one) => drawings[one.value].length))
  return Array.from({ length: rounds }, (_, round) =>
    categories.flatMap((category) => ({ category, name: drawings[category.value][round]! })).filter((one) => one.name),
  ).flat()
}

const marker = (config: Config) => join(config.DATA_DIR, 'demo')

/** Whether the demonstration is due: the library is empty, or the last filling was interrupted. */
export async function demoIsUnfinished(config: Config, count: () => Promise<number>): Promise<boolean> {
  const state = await readFile(marker(config), 'utf8').catch(() => null)
  return state === null ? (await count()) === 0 : state.trim() !== 'done'
}

/** The demonstration's random passwords, readable by the operator alone; a hash could not be shown again. */
export const signInsFile = {
  path: (config: Config) => join(config.DATA_DIR, 'demo-sign-ins.txt'),
  exists: (config: Config) => readFile(signInsFile.path(config)).then(() => true, () => false), // biome-ignore format: one thought
}

/** Makes both accounts unless they exist, prints their sign-ins and answers the contributor. */
async function signIns(db: Database, config: Config): Promise<number> {
  await writeFile(marker(config), 'begun\n')
  const known = await userByUsername(db, 'contributor')
  if (known) return known.id
  const people = [
    { username: 'admin', email: 'admin@vitrine.example', role: 'admin', page: pages.adminAuth.href() },
    { username: 'contributor', email: 'contributor@vitrine.example', role: 'user', page: pages.contributorAuth.href() },
  ] as const
  const lines: string[] = []
  let id = 0
  await rm(signInsFile.path(config), { force: true })
  for (const { page, ...person } of people) {
    const password = newPassword()
    const user = await addUser(db, { ...person, number: '', password_hash: await hashPassword(password) })
    lines.push(`  ${page.padEnd(20)} ${person.email.padEnd(30)} ${password}`)
    id = user.id
  }
  await writeFile(signInsFile.path(config), `${lines.join('\n')}\n`, { mode: 0o600 })
  console.log(['Sign-ins of the demonstration:', ...lines].join('\n'))
  return id
}

/** 14 characters without those that look alike: 80 random bits, within the specified 15. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}

function noto(): Record<string, { body: string }> {
  return createRequire(import.meta.url)('@iconify-json/noto/icons.json').icons
}

/** These drawings are ours to trust; what people upload never reaches a renderer of SVG. */
const draw = (body: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 144 144" width="1024" height="1024">${body}</svg>`,
    ),
  )
    .png({ compressionLevel: 9 })
    .toBuffer()

/** Through the same path as an upload, and approved one by one so that the site fills while one looks at it. */
async function add(ground: Foundation, owner: number, png: Buffer, name: string, category: Category) {
  const workspace = await ground.store.workspace()
  try {
    const received = await receive(Readable.from([png]), join(workspace.folder, 'original.png'))
    const words = name.split('-')
    const title = words.join(' ').replace(/^./, (letter) => letter.toUpperCase())
    const description = `${title}, drawn by the Noto Emoji project (Apache-2.0) on a clear background.`
    const said = {
      title,
      description,
      category_id: category.id,
      keywords: [...words.filter((word) => word.length > 2), category.name],
    }
    const { image } = await ingest(ground, received, { id: owner, file_name: `${name}.png` }, said)
    if (image.status === 'approved') return
    await ground.db.transaction().execute(async (transaction) => {
      await setStatus(transaction, [image.id], 'approved')
      await reflectInGallery(transaction, [image.id])
    })
  } finally {
    await workspace.clear()
  }
}
