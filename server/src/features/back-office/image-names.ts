export interface ImageNames {
  ids: number[]
  slugs: string[]
  files: string[]
}

export const isImageId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** The name of a file without its folders, whichever system wrote them. */
export const baseName = (path: string) => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
