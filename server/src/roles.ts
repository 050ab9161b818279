/**
 * What a process does: renders pages, answers API calls from outside, runs jobs and background work, decodes pictures
 * (requirements: #process-roles).
 */
export const roles = ['pages', 'api', 'jobs', 'images'] as const
export type Role = (typeof roles)[number]
export type Roles = ReadonlySet<Role>

const names: Record<string, readonly Role[]> = {
  ...Object.fromEntries(roles.map((role) => [role, [role]])),
  web: ['pages', 'api'],
}

/** The setting `ROLES`, a list separated by commas. */
export function roleList(input: string): Roles {
  const chosen = input.split(',').map((name) => names[name.trim()])
  if (!chosen.every((one) => one !== undefined)) throw new Error('a list of pages, api, web (both), jobs and images')
  return new Set(chosen.flat())
}

/** Of a command, which is alone in its process. */
export const allRoles: Roles = new Set(roles)

/** Whether requests come to such a process, apart from those about its health. */
export const isWeb = (all: Roles) => all.has('pages') || all.has('api')
