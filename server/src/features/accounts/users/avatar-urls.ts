import { randomBytes } from 'node:crypto'

/** A new random name: the file of a name never changes, so it is cached for ever and deleted once it is replaced. */
export const newAvatarName = () => `${randomBytes(32).toString('hex')}.webp`

/** Whether the name is one that `newAvatarName` makes; anything else, such as a path, is rejected. */
export const isAvatarName = (name: string) => /^[\da-f]{64}\.webp$/.test(name)

export const avatarKey = (name: string) => `avatars/${name.slice(0, 2)}/${name}`

/** The name of the avatar of a key; undefined with another key. */
export function avatarOfKey(key: string): string | undefined {
  const name = key.slice(key.lastIndexOf('/') + 1)
  return isAvatarName(name) && avatarKey(name) === key ? name : undefined
}

export const avatarUrl = (image: string | null) => image && `${avatarBase}${image}`

export const avatarBase = '/media/avatars/'
