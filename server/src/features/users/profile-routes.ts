import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '@vitrine/contract/limits'
import { type Profile, profileFields, profiles } from '@vitrine/contract/profile'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#kit/database'
import { fail } from '#kit/errors'
import { readMultipart, withMultipart } from '#kit/multipart'
import { sendFile } from '#kit/send-file'
import { type Handlers, parse, type Serve } from '#kit/serve'
import type { Store } from '#kit/store'
import { avatarBase, avatarKey, avatarName, avatarUrl, isAvatarName } from './avatars.ts'
import { changeProfile, lockedProfile, type ProfileChanges, profileOf } from './queries.ts'

/** Makes a small square picture of the one in `file` and writes it to `to`. Throws `bad_avatar` and `busy`. */
export type MakeAvatar = (file: string, to: string) => Promise<void>

interface Ground {
  db: Database
  store: Store
  /** Handed in, since what decodes pictures stands on a higher stair. */
  makeAvatar: MakeAvatar
}

export function profileRoutes(app: FastifyInstance, serve: Serve, ground: Ground) {
  const bodyLimits = { files: 1, fileSize: limits.avatarBytes, fields: 20 }
  withMultipart(app, bodyLimits, (part) => serve(profiles, handlers(ground), part))

  app.get<{ Params: { name: string } }>(`${avatarBase}:name`, async (request, reply) => {
    const { name } = request.params
    const key = avatarKey(name)
    if (!isAvatarName(name) || (await ground.store.size(key)) === null) throw fail('image_not_found')
    const file = { key, type: 'image/webp', etag: name, open: false, keep: 'for good' } as const
    await sendFile(request, reply, ground.store, file)
    return reply
  })
}

const handlers = (ground: Ground): Handlers<typeof profiles> => ({
  async mine({ user }) {
    return [shown(await profileOf(ground.db, user.id))]
  },

  async update({ user, request }) {
    const workspace = await ground.store.workspace()
    try {
      const { image, ...said } = await readForm(request, workspace.folder)
      const names = parse(profileFields, said)
      const avatar = image ? await made(ground, image, user.id) : undefined
      const { former, changed } = await change(ground, user.id, names, avatar)
      // What cannot be removed is a file too many, and nobody's trouble.
      if (former && former !== changed.image)
        await forget(ground, user.id, former).catch((error) => request.log.warn({ err: error }, 'old avatar'))
      return { message: profiles.update.says.done, user: shown(changed) }
    } finally {
      await workspace.clear()
    }
  },
})

interface Form {
  first_name?: string
  last_name?: string
  /** Where the picture lies in the workspace. */
  image?: string
}

/** The parts that a profile has; whatever else is sent is read past. A file that was not chosen arrives without a name. */
async function readForm(request: FastifyRequest, folder: string): Promise<Form> {
  const form: Form = {}
  await readMultipart(request, {
    async file(part) {
      if (part.fieldname !== 'image' || !part.filename) return
      form.image = join(folder, 'portrait')
      await pipeline(part.file, createWriteStream(form.image))
      if (part.file.truncated) throw tooLarge()
    },
    field(name, value) {
      if (name === 'first_name' || name === 'last_name') form[name] = value.trim()
    },
  })
  return form
}

function tooLarge() {
  const message = `The picture may have at most ${limits.avatarBytes / 1e6} MB.`
  return fail('too_large', { message, fields: [{ at: 'image', message }] })
}

interface Avatar {
  file: string
  name: string
}

async function made({ makeAvatar }: Ground, image: string, owner: number): Promise<Avatar> {
  const file = `${image}.webp`
  await makeAvatar(image, file)
  return { file, name: avatarName(await readFile(file), owner) }
}

/** The file is there before its row names it. */
function change({ db, store }: Ground, id: number, names: Omit<ProfileChanges, 'image'>, avatar: Avatar | undefined) {
  return db.transaction().execute(async (transaction) => {
    const { image: former } = await lockedProfile(transaction, id)
    if (avatar) await store.keep(avatar.file, avatarKey(avatar.name))
    const changed = await changeProfile(transaction, id, { ...names, ...(avatar && { image: avatar.name }) })
    return { former, changed }
  })
}

/** Unless it is his picture still, or again: he may have two windows open. */
function forget({ db, store }: Ground, id: number, name: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    const { image } = await lockedProfile(transaction, id)
    if (image !== name) await store.remove(avatarKey(name))
  })
}

type Row = Awaited<ReturnType<typeof profileOf>>

const shown = ({ date_joined, image, ...row }: Row): Profile => ({
  ...row,
  image: avatarUrl(image),
  date_joined: date_joined.toISOString(),
})
