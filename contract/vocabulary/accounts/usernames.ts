/** Usernames are part of addresses, so they are plain ASCII; they are unique regardless of case. */
export const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Usernames that would collide with an address: /contributor/auth/ is a page. */
export const reservedUsernames = ['auth']

/** Usernames that look official: registration refuses them, the operator may give them. */
export const officialUsernames = ['admin', 'administrator', 'moderator', 'root', 'support', 'system', 'vitrine']
