import { stat } from 'node:fs/promises'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { sniffFile } from '#imaging/formats'
import type { ImagingPool, Requester } from '#imaging/imaging-pool'
import { validatePngFile } from '#imaging/png/png-validator'
import { RefusedFile } from '#imaging/refused-file'
import { fail } from '#kit/api-error'

/**
 * Writes a square avatar of the image in `file` to `to`. As with uploads, native code decodes the file only after its
 * format is checked, in a sandboxed process. Throws `bad_avatar` and `busy`.
 */
export async function makeAvatar(
  imagingPool: ImagingPool,
  { file, to }: { file: string; to: string },
  requester: Requester,
): Promise<void> {
  try {
    const format = await sniffFile(file)
    if (!format) throw badAvatar()
    const pixels = format === 'png' ? await validatedPixels(file) : await estimatedPixels(file)
    await imagingPool.writeAvatar({ file, format, pixels, to }, requester)
  } catch (error) {
    throw error instanceof RefusedFile ? badAvatar() : error
  }
}

async function validatedPixels(file: string): Promise<number> {
  const { width, height } = await validatePngFile(file)
  return width * height
}

/** A photo of ordinary quality takes about two bits a pixel. */
const estimatedPixels = async (file: string) => Math.min((await stat(file)).size * 4, fileLimits.area)

function badAvatar() {
  const { message } = fail('bad_avatar')
  return fail('bad_avatar', { fields: [{ at: 'image', message }] })
}
