import { type Profile, profileFields, profiles } from '@vitrine/contract/profile'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#kit/database'
import { fail } from '#kit/errors'
import { readMultipart, withMultipart } from '#kit/multipart'
import { sendFile } from '#kit/send-file'
import { type Handlers, parse, type Serve } from '#kit/serve'
import type { Store } from '#kit/store'
import { avatarBase, avatarKey, avatarUrl } from './avatars.ts'
import { changeProfile, hasAvatar, profileOf } from './queries.ts'

/** Makes pictures of people. Handed in, since what decodes pictures stands on a higher stair. */
export interface Avatars {
  /** Stores a small square picture and answers the name that it alone has, for good. Throws `bad_avatar` and `busy`. */
  make(bytes: Buffer, owner: number): Promise<string>
}

interface Ground {
  db: Database
  store: Store
  avatars: Avatars
}

export function profileRoutes(app: FastifyInstance, serve: Serve, ground: Ground) {
  withMultipart(app, { files: 1, fileSize: largest, fields: 20 }, (part) => serve(profiles, handlers(ground), part))

  app.get<{ Params: { name: string } }>(`${avatarBase}:name`, async (request, reply) => {
    const { name } = request.params
    if (!/^[\da-f]{64}\.webp$/.test(name) || !(await hasAvatar(ground.db, name))) throw fail('image_not_found')
    const file = { key: avatarKey(name), type: 'image/webp', etag: name, open: true, keep: 31_536_000 }
    await sendFile(request, reply, ground.store, file)
    return reply
  })
}

/** Bytes of the picture as it is sent. */
const largest = 10_000_000

const handlers = ({ db, store, avatars }: Ground): Handlers<typeof profiles> => ({
  async mine({ user }) {
    return [shown(await profileOf(db, user.id))]
  },

  async update({ user, request }) {
    const { image, ...said } = await readForm(request)
    const names = parse(profileFields, said)
    const { image: former } = await profileOf(db, user.id)
    const made = image && { image: await avatars.make(image, user.id) }
    const changed = await changeProfile(db, user.id, { ...names, ...made })
    if (former && former !== changed.image) await store.remove(avatarKey(former))
    return { message: profiles.update.says.done, user: shown(changed) }
  },
})

interface Form {
  first_name?: string
  last_name?: string
  image?: Buffer
}

/** The parts that a profile has; whatever else is sent is read past. A file that was not chosen arrives empty. */
async function readForm(request: FastifyRequest): Promise<Form> {
  const form: Form = {}
  await readMultipart(request, {
    async file(part) {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw fail('too_large')
      if (part.fieldname === 'image' && bytes.length > 0) form.image = bytes
    },
    field(name, value) {
      if (name === 'first_name' || name === 'last_name') form[name] = value.trim()
    },
  })
  return form
}

type Row = Awaited<ReturnType<typeof profileOf>>

const shown = ({ date_joined, image, ...row }: Row): Profile => ({
  ...row,
  image: avatarUrl(image),
  date_joined: date_joined.toISOString(),
})
