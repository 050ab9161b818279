/** Roles of an account: a contributor is a 'user'. */
export const roles = ['user', 'admin'] as const
export type Role = (typeof roles)[number]
