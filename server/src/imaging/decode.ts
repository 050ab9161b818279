import { open } from 'node:fs/promises'
import { imageLimits } from '@vitrine/contract/vocabulary/image-limits'
import sharp from 'sharp'

const loaders = { png: 'VipsForeignLoadPng', jpeg: 'VipsForeignLoadJpeg', webp: 'VipsForeignLoadWebp' } as const
export type LoadableFormat = keyof typeof loaders

/** libvips' own advice for untrusted files: everything off, then on what is needed. */
export function allowOnlyFormat(format: LoadableFormat) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[format]] })
}

/** A file of one of the library's PNGs (without its texts) whose pixels cannot be read. */
export class UndecodableImage extends Error {}

/** A picture to be decoded, in sRGB with 8 bits each; whatever is wrong with a file is an error, never a grey rest. */
export function openPng(png: Buffer) {
  return sharp(png, { failOn: 'warning', limitInputPixels: imageLimits.area }).toColourspace('srgb')
}

/** The file is on the disk for good when this returns. */
export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
