/** What names images. */
export interface ImageNames {
  ids: number[]
  slugs: string[]
  /** As `fileNameKey` makes them. */
  files: string[]
}

/** The lookup key of a file name, in step with the index `images_file_name`: lower case, without `.png`. */
export const fileNameKey = (filename: string) => filename.toLowerCase().replace(/\.png$/, '')

/** A number that may be the ID of an image. */
export const isImageId = (text: string) => /^[1-9]\d{0,14}$/.test(text)
