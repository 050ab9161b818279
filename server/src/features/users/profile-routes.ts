import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Profile, profileFields, profiles } from '@vitrine/contract/calls/profile'
import { variantFormat } from '@vitrine/contract/vocabulary/image-formats'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointHandlers, EndpointServer } from '#kit/http/endpoints'
import { fileRoute } from '#kit/http/methods'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import { parseInput } from '#kit/http/parse-input'
import { sendFile } from '#kit/http/send-file'
import type { Store } from '#kit/storage/store'
import { avatarBase, avatarKey, avatarUrl, isAvatarName, newAvatarName } from './avatar-urls.ts'
import { profileOf, updateProfile } from './users.sql.ts'

/** Makes a small square picture of the one in `file` and writes it to `to`. Throws `bad_avatar` and `busy`. */
export type MakeAvatar = (file: string, to: string) => Promise<void>

interface ProfileDeps {
  db: Database
  store: Store
  /** Handed in, since what decodes pictures stands on a higher stair. */
  makeAvatar: MakeAvatar
}

export function profileRoutes(app: FastifyInstance, serve: EndpointServer, ground: ProfileDeps) {
  const bodyLimits = { files: 1, fileSize: limits.avatarBytes, fields: 20 }
  withMultipart(app, bodyLimits, (part) => serve(profiles, handlers(ground), part))

  fileRoute<{ Params: { name: string } }>(app, `${avatarBase}:name`, async (request, reply) => {
    const { name } = request.params
    const missing = fail('image_not_found')
    if (!isAvatarName(name)) throw missing
    const file = {
      key: avatarKey(name),
      contentType: variantFormat.mime,
      etag: name,
      isPublic: false,
      maxAge: 'immutable',
      missingError: missing,
    } as const
    await sendFile(request, reply, ground.store, file)
    return reply
  })
}

const handlers = (ground: ProfileDeps): EndpointHandlers<typeof profiles> => ({
  async mine({ caller: user }) {
    return [toProfile(await profileOf(ground.db, user.id))]
  },

  async update({ caller: user, request }) {
    const workspace = await ground.store.createWorkspace()
    try {
      const { image, ...said } = await readForm(request, workspace.folder)
      const names = parseInput(profileFields, said)
      // The file is there before its row names it, and the old one goes after.
      const made = image ? { image: await storeAvatar(ground, image) } : {}
      const { former, ...changed } = await updateProfile(ground.db, user.id, { ...names, ...made })
      if (made.image && former) await removeAvatar(ground, former, request)
      return { message: profiles.update.messages.done, user: toProfile(changed) }
    } finally {
      await workspace.remove()
    }
  },
})

interface ProfileForm {
  first_name?: string
  last_name?: string
  /** Where the picture lies in the workspace. */
  image?: string
}

/** The parts that a profile has; whatever else is sent is read past. A file that was not chosen arrives without a name. */
async function readForm(request: FastifyRequest, folder: string): Promise<ProfileForm> {
  const form: ProfileForm = {}
  await readMultipart(request, {
    async readFile(part) {
      if (part.fieldname !== 'image' || !part.filename) return
      form.image = join(folder, 'portrait')
      await pipeline(part.file, createWriteStream(form.image))
      if (part.file.truncated) throw avatarTooLarge()
    },
    readField(name, value) {
      if (name === 'first_name' || name === 'last_name') form[name] = value.trim()
    },
  })
  return form
}

function avatarTooLarge() {
  const message = `The picture may have at most ${limits.avatarBytes / 1e6} MB.`
  return fail('too_large', { message, fields: [{ at: 'image', message }] })
}

/** Answers the name of the picture that was made. */
async function storeAvatar({ makeAvatar, store }: ProfileDeps, image: string): Promise<string> {
  const [file, name] = [`${image}.webp`, newAvatarName()]
  await makeAvatar(image, file)
  await store.put(file, avatarKey(name))
  return name
}

/** What cannot be removed is a file too many, and nobody's trouble. */
const removeAvatar = ({ store }: ProfileDeps, name: string, request: FastifyRequest) =>
  store.remove(avatarKey(name)).catch((error) => request.log.warn({ err: error }, 'an old avatar could not be removed'))

type ProfileRow = Awaited<ReturnType<typeof profileOf>>

const toProfile = ({ date_joined, image, ...row }: ProfileRow): Profile => ({
  ...row,
  image: avatarUrl(image),
  date_joined: date_joined.toISOString(),
})
