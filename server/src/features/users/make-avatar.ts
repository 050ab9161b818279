import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { LoadableFormat } from '#imaging/decode'
import { type ImagingPool, PoolBusy } from '#imaging/imaging-pool'
import { PngValidator } from '#imaging/png/png-validator'
import { RejectedFile } from '#imaging/rejected-file'
import { fail } from '#kit/api-error'
import type { MakeAvatar } from './profile-routes.ts'

/** Portraits go the way of uploads: looked at before native code sees them, made anew by a limited process. */
export function avatarMaker(imagingPool: ImagingPool): MakeAvatar {
  return async (file, to) => {
    try {
      const format = await sniffAvatarFormat(file)
      if (!format) throw badAvatar()
      if (format === 'png') await validatePng(file)
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

/** By its first bytes, which also decide what code opens it. */
async function sniffAvatarFormat(file: string): Promise<LoadableFormat | null> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    const opening = buffer.toString('latin1', 0, bytesRead)
    if (opening.startsWith('\x89PNG')) return 'png'
    if (opening.startsWith('\xff\xd8\xff')) return 'jpeg'
    return /^RIFF.{4}WEBP/s.test(opening) ? 'webp' : null
  } finally {
    await handle.close()
  }
}

/** Throws Refusal where a PNG is not a sound one; the other formats have no walker, but the process has its limits. */
async function validatePng(file: string): Promise<void> {
  const walker = new PngValidator()
  for await (const bytes of createReadStream(file)) walker.push(bytes)
  walker.end()
}
