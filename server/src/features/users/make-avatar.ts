import { sniffFile } from '#imaging/formats'
import { type ImagingPool, PoolBusy } from '#imaging/imaging-pool'
import { validatePngFile } from '#imaging/png/png-validator'
import { RejectedFile } from '#imaging/rejected-file'
import { fail } from '#kit/api-error'
import type { MakeAvatar } from './profile-routes.ts'

/** Portraits go the way of uploads: looked at before native code sees them, made anew by a limited process. */
export function avatarMaker(imagingPool: ImagingPool): MakeAvatar {
  return async (file, to) => {
    try {
      const format = await sniffFile(file)
      if (!format) throw badAvatar()
      if (format === 'png') await validatePngFile(file)
      await imagingPool.writeAvatar({ file, format, to })
    } catch (error) {
      if (error instanceof PoolBusy) throw fail('busy')
      throw error instanceof RejectedFile ? badAvatar() : error
    }
  }
}

function badAvatar() {
  const { message } = fail('bad_avatar')
  return fail('bad_avatar', { fields: [{ at: 'image', message }] })
}
