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

/** A file may leave meanwhile, by a take-down or its retention: what can be seen of the image now is then sent. */
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
