import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'
import { type FileResponse, removeFileHeaders, sendFile } from '#kit/http/send-file'
import { isMissingFile, type Store } from '#kit/storage/store'

interface ImageFile<Image> {
  /** The image as a cache may have it. */
  image: Image | undefined
  /** Reads the image from the database; undefined, or an error, where it cannot be seen any more. */
  findNow(): Promise<Image | undefined>
  fileOf(image: Image): FileResponse | Promise<FileResponse>
}

/**
 * Sends a file of an image, as `sendFile` does. Files leave while they are requested, by a take-down or their
 * retention: where one is missing, the image is read again, and what can be seen of it now is the answer.
 */
export async function sendImageFile<Image>(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  { image, findNow, fileOf }: ImageFile<Image>,
): Promise<boolean> {
  const send = async (found: Image | undefined) => {
    if (!found) throw fail('image_not_found')
    return sendFile(request, reply, store, await fileOf(found))
  }
  try {
    return await send(image)
  } catch (error) {
    if (!isMissingFile(error)) throw error
    removeFileHeaders(reply.code(200))
    return send(await findNow())
  }
}
