import { randomBytes } from 'node:crypto'

/** A name that no picture has had: what bears it never changes, and whoever replaces it may remove its file. */
export const newAvatarName = () => `${randomBytes(32).toString('hex')}.webp`

export const isAvatarName = (name: string) => /^[\da-f]{64}\.webp$/.test(name)

/** Where the picture of a person lies in the store, by the name that his row keeps. */
export const avatarKey = (name: string) => `avatars/${name.slice(0, 2)}/${name}`

/** Where pages find it; null when there is none. */
export const avatarUrl = (image: string | null) => image && `${avatarBase}${image}`

export const avatarBase = '/media/avatars/'
