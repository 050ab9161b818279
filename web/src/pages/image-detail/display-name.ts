import type { Image } from '@vitrine/contract/schemas/image'

/** A contributor's public name: the one in the profile, or the username. */
export function displayName({ first_name, last_name, username }: Image['user']): string {
  return `${first_name} ${last_name}`.trim() || username
}
