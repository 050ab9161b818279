import { sniffFile } from '#imaging/formats'
import { type ImagingPool, PoolBusy } from '#imaging/imaging-pool'
import { validatePngFile } from '#imaging/png/png-validator'
import { RefusedFile } from '#imaging/refused-file'
import { fail } from '#kit/api-error'

/**
 * Writes a square avatar of the image in `file` to `to`. As with uploads, native code decodes the file only after its
 * format is checked, in a sandboxed process. Throws `bad_avatar` and `busy`.
 */
export async function makeAvatar(imagingPool: ImagingPool, file: string, to: string): Promise<void> {
  try {
    const format = await sniffFile(file)
    if (!format) throw badAvatar()
    if (format === 'png') await validatePngFile(file)
    await imagingPool.writeAvatar({ file, format, to })
  } catch (error) {
    if (error instanceof PoolBusy) throw fail('busy')
    throw error instanceof RefusedFile ? badAvatar() : error
  }
}

function badAvatar() {
  const { message } = fail('bad_avatar')
  return fail('bad_avatar', { fields: [{ at: 'image', message }] })
}
