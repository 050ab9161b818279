import * as z from 'zod/mini'

/** How far a contributor is trusted, from the lowest to the highest; stored where an admin has set one. */
export const trustLevels = ['new', 'known', 'trusted'] as const
export type TrustLevel = (typeof trustLevels)[number]

export const trustLabels: Record<TrustLevel, string> = { new: 'New', known: 'Known', trusted: 'Trusted' }

/** What a level asks for. */
export interface LevelRule {
  level: TrustLevel
  /** Pictures approved among the last `countedPictures` that were decided about. */
  approved: number
  /** Smallest share of these that was approved, in percent. */
  percent: number
  /** Pictures that may have been taken down within `upheldDays`, or are hidden for a report now. */
  upheld: number
  /** Smallest age of the account in days. */
  accountDays: number
}

/** A person has the highest level whose rule and all lower rules they meet, or is new (requirements: #trust). */
export const levelRules: readonly LevelRule[] = [
  { level: 'known', approved: 10, percent: 70, upheld: 1, accountDays: 0 },
  { level: 'trusted', approved: 50, percent: 95, upheld: 0, accountDays: 30 },
]

/** How many of the pictures that were decided about last count, so that a level follows what someone does lately. */
export const countedPictures = 100
/** For so many days a picture that was taken down counts. */
export const upheldDays = 365

/** What is counted of a contributor. */
const trustRecord = z.object({
  /** Of the last `countedPictures` that were decided about. */
  approved: z.number(),
  rejected: z.number(),
  /** Pictures that were taken down within `upheldDays`, or are hidden for a report now. */
  upheld: z.number(),
  account_days: z.number(),
})
export type TrustRecord = z.output<typeof trustRecord>

/** The level of a contributor, and why. */
export const trust = z.object({
  level: z.enum(trustLevels),
  /** Whether an admin has set it, so that the numbers do not count. */
  is_set_by_admin: z.boolean(),
  ...trustRecord.shape,
})
export type Trust = z.output<typeof trust>

const isMetBy =
  ({ approved, rejected, upheld, account_days }: TrustRecord) =>
  (rule: LevelRule) =>
    approved >= rule.approved &&
    approved * 100 >= rule.percent * (approved + rejected) &&
    upheld <= rule.upheld &&
    account_days >= rule.accountDays

/** The level by the rules. */
export function levelByRules(record: TrustRecord): TrustLevel {
  const missed = levelRules.findIndex((rule) => !isMetBy(record)(rule))
  const met = missed < 0 ? levelRules : levelRules.slice(0, missed)
  return met.at(-1)?.level ?? 'new'
}

/** What the levels bring on this site, by its settings. */
export const trustBenefits = z.object({
  /** Images that may wait for review at a time, of new people and of others; null without a limit. */
  new_pending: z.nullable(z.number()),
  pending: z.nullable(z.number()),
  /** Whether what trusted people upload is public at once. */
  goes_live: z.boolean(),
})
export type TrustBenefits = z.output<typeof trustBenefits>
