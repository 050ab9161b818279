/** What a process does: answers requests, runs jobs and background work (requirements: #process-roles). */
export const roles = ['web', 'jobs'] as const
export type Role = (typeof roles)[number]

/** The setting `ROLES`, a list separated by commas. */
export function roleList(input: string): ReadonlySet<Role> {
  const chosen = input.split(',').map((name) => roles.find((role) => role === name.trim()))
  if (!chosen.every((role) => role !== undefined)) throw new Error('web, jobs, or both separated by a comma')
  return new Set(chosen)
}
