import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { originalFile } from '@vitrine/contract/media-files'
import type { FeatureDeps } from '#feature'
import { originalKey } from '#features/images/storage-keys'
import type { Requester } from '#imaging/imaging-pool'
import { fail } from '#kit/api-error'
import type { EndpointHandlers } from '#kit/http/endpoints'
import { type BatchFile, receiveFile, refusalOf } from './receive-file.ts'
import { giveNewFile } from './replace-file.ts'
import { fileToJudge } from './uploads.sql.ts'

type MendingCall = Parameters<EndpointHandlers<typeof uploads>['mend']>[0]

/** Gives an own image a mended copy of its file, as if it was sent in its place (requirements: #mending). */
export async function mendImage(deps: FeatureDeps, call: MendingCall) {
  const mend = (folder: string, requester: Requester) => mendedFile(deps, call.params.id, folder, requester)
  const reply = await giveNewFile(deps, call, 'not_mendable', mend)
  return { ...reply, message: uploads.mend.messages.done }
}

async function mendedFile(
  { db, store, imagingPool }: FeatureDeps,
  id: number,
  folder: string,
  requester: Requester,
): Promise<BatchFile> {
  const { sha256, filename } = await fileToJudge(db, id)
  const { path, png } = await receiveFile(store.read(originalKey(sha256)), join(folder, 'sent.png'))
  const to = join(folder, 'mended.png')
  const job = { file: path, pixels: png.width * png.height, to }
  const refused = await imagingPool.mend(job, requester).then(() => undefined, refusalOf)
  if (!refused && (await stat(to)).size === 0) throw fail('not_mendable')
  return {
    index: 0,
    filename,
    received: refused ?? (await receiveFile(createReadStream(to), join(folder, originalFile))),
  }
}
