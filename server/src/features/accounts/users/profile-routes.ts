import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Caller } from '@vitrine/contract/caller'
import { profileFields, profiles, terms } from '@vitrine/contract/calls/accounts/profile'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { previewFormat } from '@vitrine/contract/vocabulary/image-formats'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { recordStoring } from '#features/images/files/unowned-files.sql'
import { sniffFile } from '#imaging/formats'
import type { Requester } from '#imaging/imaging-pool'
import { validatePngFile } from '#imaging/png/png-validator'
import { RefusedFile } from '#imaging/refused-file'
import { fail, fieldError } from '#kit/api-error'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import type { EndpointHandlers } from '#kit/http/endpoints'
import { fileRoute } from '#kit/http/methods'
import { readMultipart, withMultipart } from '#kit/http/multipart'
import { parseInput } from '#kit/http/parse-input'
import { sendFile } from '#kit/http/send-file'
import { avatarBase, avatarKey, avatarUrl, isAvatarName, newAvatarName } from './avatar-urls.ts'
import { agreeToTerms, profileOf, type StoredAvatar, updateProfile } from './users.sql.ts'

export function profileRoutes(app: FastifyInstance, deps: FeatureDeps) {
  const bodyLimits = { files: 1, fileSize: limits.avatarBytes, fields: 20 }
  withMultipart(app, bodyLimits, (part) => deps.serve(profiles, handlers(deps), part))
  deps.serve(terms, { agree: ({ body, caller }) => agreeToTerms(deps.db, caller.id, body.version) })

  const isPublic = false
  const sendAvatar = async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
    const { name } = request.params
    const missingError = fail('image_not_found')
    if (!isAvatarName(name)) throw missingError
    const file = { key: avatarKey(name), contentType: previewFormat.mime, etag: name, isPublic } as const
    await sendFile(request, reply, deps.store, { ...file, maxAge: 'immutable', missingError })
    return reply
  }
  fileRoute<{ Params: { name: string } }>(app, `${avatarBase}:name`, sendAvatar, isPublic)
}

const handlers = (deps: FeatureDeps): EndpointHandlers<typeof profiles> => ({
  mine: async ({ caller }) => [toProfile(await profileOf(deps.db, caller.id), caller)],

  async update({ caller, request, reply }) {
    await using workspace = await deps.store.createWorkspace()
    const { image, ...fields } = await readForm(request, workspace.folder, deps.diskSpace)
    const changes = parseInput(profileFields, fields)
    // The file is stored before its row names it, so that a row never names a missing file.
    const requester = { owner: caller.id, signal: disconnectSignal(reply) }
    const avatar = image && (await storeAvatar(deps, image, requester))
    const { profile, isVisible } = await updateProfile(deps.db, caller.id, changes, avatar || undefined)
    return { user: toProfile(profile, caller), isVisible }
  },
})

/** The texts of the form; of the picture its path in the workspace. */
type ProfileForm = Partial<Record<keyof typeof profileFields.shape | 'image', string>>

/** Reads the known fields and skips the rest; browsers send an empty file input as a part without a file name. */
async function readForm(request: FastifyRequest, folder: string, diskSpace: FeatureDeps['diskSpace']) {
  const form: ProfileForm = {}
  await readMultipart(request, {
    async readFile(part) {
      if (part.fieldname !== 'image' || !part.filename) return
      diskSpace.assertRoom()
      form.image = join(folder, 'avatar')
      await pipeline(part.file, createWriteStream(form.image))
      if (part.file.truncated) throw avatarTooLarge()
    },
    readField(name, value) {
      if (isFieldName(name)) form[name] = value.trim()
    },
  })
  return form
}

const isFieldName = (name: string): name is keyof typeof profileFields.shape => name in profileFields.shape

const avatarTooLarge = () =>
  fieldError('too_large', 'image', `The picture may have at most ${limits.avatarBytes / 1e6} MB.`)

/** As with uploads, native code decodes the file only after its format is checked, in a sandboxed process. */
async function storeAvatar(deps: FeatureDeps, file: string, requester: Requester): Promise<StoredAvatar> {
  const { db, imagingPool, store, notifications } = deps
  const [to, name] = [`${file}.webp`, newAvatarName()]
  try {
    const format = await sniffFile(file)
    if (!format) throw fieldError('bad_avatar', 'image')
    const pixels = format === 'png' ? await validatedPixels(file) : await estimatedPixels(file)
    await imagingPool.write({ avatar: { file, format, pixels, to } }, requester)
  } catch (error) {
    throw error instanceof RefusedFile ? fieldError('bad_avatar', 'image') : error
  }
  const recorded = await recordStoring(db, [avatarKey(name)], null, notifications.processName)
  await store.put(to, avatarKey(name))
  return { name, recorded }
}

type ProfileRow = Awaited<ReturnType<typeof profileOf>>

const toProfile = ({ image, ...row }: ProfileRow, { must_confirm_email, terms_version }: Caller) => ({
  ...row,
  image: avatarUrl(image),
  must_confirm_email,
  terms_version,
})

async function validatedPixels(file: string): Promise<number> {
  const { width, height } = await validatePngFile(file)
  return width * height
}

/** A photo of ordinary quality takes about two bits a pixel. */
const estimatedPixels = async (file: string) => Math.min((await stat(file)).size * 4, fileLimits.area)
