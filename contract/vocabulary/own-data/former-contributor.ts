/** Whom images are by whose contributor has closed their account. */
export const formerContributorName = 'A former contributor'

/** What a closed account has for a username: one that no one can register, as it has spaces. */
export const formerContributorUsername = (id: number) => `former contributor ${id}`
