import { createHash } from 'node:crypto'

/** By the bytes, so what has this name never changes; and by whose it is, so that no two people share a file. */
export const avatarName = (bytes: Buffer, owner: number) =>
  `${createHash('sha256').update(`${owner} `).update(bytes).digest('hex')}.webp`

export const isAvatarName = (name: string) => /^[\da-f]{64}\.webp$/.test(name)

/** Where the picture of a person lies in the store, by the name that his row keeps. */
export const avatarKey = (name: string) => `avatars/${name.slice(0, 2)}/${name}`

/** Where pages find it; null when there is none. */
export const avatarUrl = (image: string | null) => image && `${avatarBase}${image}`

export const avatarBase = '/media/avatars/'
