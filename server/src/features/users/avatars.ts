/** Where the picture of a person lies in the store, by the name that his row keeps. */
export const avatarKey = (name: string) => `avatars/${name.slice(0, 2)}/${name}`

/** Where pages find it; null when there is none. The name is made from the bytes, so what is there never changes. */
export const avatarUrl = (image: string | null) => image && `${avatarBase}${image}`

export const avatarBase = '/media/avatars/'
