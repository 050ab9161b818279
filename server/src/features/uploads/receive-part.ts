import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { MultipartFile } from '@fastify/multipart'
import { originalFile } from '@vitrine/contract/media-files'
import { singleLine } from '@vitrine/contract/uploading/plain-text'
import { truncate } from '#features/images/tokenizer'
import { RefusedFile } from '#imaging/refused-file'
import { type ReceivedFile, receiveFile } from './ingest.ts'

/** One file of a batch: received, or the reason why it was rejected. */
export interface BatchFile {
  index: number
  filename: string
  received: ReceivedFile | RefusedFile
}

/** Receives the i-th file of a request into a folder of its own. */
export async function receivePart(part: MultipartFile, index: number, workspace: string): Promise<BatchFile> {
  const filename = sanitizeFileName(part)
  const folder = join(workspace, String(index))
  await mkdir(folder)
  const received = await receiveFile(part.file, join(folder, originalFile)).catch((error) => {
    if (!(error instanceof RefusedFile)) throw error
    return error
  })
  return { index, filename, received }
}

/** The contributor's file name as display text, without the escapes of browsers (WHATWG, multipart/form-data). */
function sanitizeFileName(part: MultipartFile): string {
  const name = (part.filename ?? '').replaceAll(/%22|%0[AD]/g, decodeURIComponent).replaceAll('\\', '/')
  return truncate(singleLine(basename(name)), 200) || 'unnamed'
}
