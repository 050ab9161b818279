/** Limits of accounts and their links (requirements: #token-lifetimes); apart from those that every visitor loads. */
export const accountLimits = {
  /** Lifetime of an access token in minutes; idle timeout and lifetime of a session in days, for admins in hours. */
  accessMinutes: 10,
  sessionIdleDays: 7,
  sessionDays: 30,
  adminIdleHours: 12,
  /** Open sessions per person; the next sign-in ends the oldest. */
  sessionsPerUser: 20,
  /** API keys per person, and characters of the name of one. */
  apiKeysPerUser: 20,
  apiKeyName: 60,
  /** Minutes within which the download of one's own data has to begin. */
  dataLinkMinutes: 5,
  /** Minutes that a reset link works. */
  resetMinutes: 60,
  /** Days that a link works which confirms an e-mail address. */
  confirmationDays: 7,
} as const
