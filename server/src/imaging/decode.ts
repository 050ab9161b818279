import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import type { ImageFormat } from '@vitrine/contract/vocabulary/image-formats'
import sharp from 'sharp'
import { formatSupport } from './formats.ts'

/** Blocks every libvips loader but one, as libvips advises for untrusted files. */
export function allowOnlyFormat(format: ImageFormat) {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [formatSupport[format].loader] })
}

/** A file whose pixels cannot be decoded; `what` ends the sentence "This file is damaged: …". */
export class UndecodableImage extends Error {
  readonly what: string

  constructor(message: string, what = 'its pixels cannot be read') {
    super(message)
    this.what = what
  }
}

/** A PNG to be decoded as 8-bit sRGB; any libpng warning is an error, so damaged rows never come out grey. */
export function openPng(png: Buffer) {
  return sharp(png, { failOn: 'warning', limitInputPixels: fileLimits.area }).toColourspace('srgb')
}
