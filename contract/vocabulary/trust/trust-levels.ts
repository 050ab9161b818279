import * as z from 'zod/mini'

/** How far a contributor is trusted, from the lowest to the highest; stored where an admin has set one. */
export const trustLevels = ['new', 'known', 'trusted'] as const
export type TrustLevel = (typeof trustLevels)[number]

export const trustLabels: Record<TrustLevel, string> = { new: 'New', known: 'Known', trusted: 'Trusted' }

interface LevelRule {
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
/** Days for which a picture that was taken down counts. */
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

const count = (number: number) => number.toLocaleString('en')
const counted = (number: number, one: string, many: string) => `${count(number)} ${number === 1 ? one : many}`

/** Why a contributor has their level, in few words: they are read beside each picture. */
export function trustNumbers({ approved, rejected, upheld, account_days }: TrustRecord): string {
  const decided = approved + rejected
  const share = `${count(approved)} of ${count(decided)} approved (${percentOf(approved, decided)} %)`
  return [
    decided ? share : 'no decisions',
    ...(upheld ? [`${count(upheld)} taken down or hidden`] : []),
    account_days ? `joined ${counted(account_days, 'day', 'days')} ago` : 'joined today',
  ].join(', ')
}

/** Rounded down, as the rules compare. */
const percentOf = (approved: number, decided: number) => Math.floor((approved * 100) / decided)

/** The level and why, for reviewers. */
export const trustReason = (trust: Trust): string =>
  `${trustLabels[trust.level]}${trust.is_set_by_admin ? ' (set by an admin)' : ''}: ${trustNumbers(trust)}.`

/** What the level of a contributor brings, as they read it. */
export function levelText(level: TrustLevel, benefits: TrustBenefits): string {
  const benefit = benefitOf(level, benefits)
  const label = trustLabels[level]
  const text = benefit ? `${label}: ${benefit}.` : `${label}.`
  return isPublicAtOnce(level, benefits) ? `${text} ${exceptions}` : text
}

const isPublicAtOnce = (level: TrustLevel, { goes_live }: TrustBenefits) => level === 'trusted' && goes_live

/** What a level brings; empty where nothing is limited. */
function benefitOf(level: TrustLevel, benefits: TrustBenefits): string {
  if (isPublicAtOnce(level, benefits)) return 'what you upload is public at once'
  const most = level === 'new' ? benefits.new_pending : benefits.pending
  return most === null ? '' : `at most ${counted(most, 'image', 'images')} may wait for review at a time`
}

const exceptions = 'What our checks find something in, and what looks like another picture, waits for review first.'

/** What the next level needs, and what it brings that the present one does not, as contributors read it. */
export function ruleText({ level, ...rule }: LevelRule, benefits: TrustBenefits): string {
  const text = `The next level, ${level}, needs ${conditionsOf(rule)}.`
  const below = trustLevels[trustLevels.indexOf(level) - 1] ?? level
  const benefit = benefitOf(level, benefits)
  return benefit && benefit !== benefitOf(below, benefits) ? `${text} Then ${benefit}.` : text
}

/** What each level needs, for admins. */
export const ruleTexts: readonly string[] = levelRules.map(
  ({ level, ...rule }) => `${trustLabels[level]}: ${conditionsOf(rule)}.`,
)

function conditionsOf({ approved, percent, upheld, accountDays }: Omit<LevelRule, 'level'>): string {
  const conditions = [
    `${approved} approved pictures`,
    `at least ${percent} % of the last ${countedPictures} pictures approved`,
    `${upheld ? `at most ${upheld}` : 'none'} taken down within ${upheldDays} days or hidden for a report`,
    ...(accountDays ? [`an account that is at least ${accountDays} days old`] : []),
  ]
  return new Intl.ListFormat('en').format(conditions)
}

/** The rule of the next level; undefined with the highest one, or where an admin has set theirs. */
export const nextRule = ({ level, is_set_by_admin }: Trust): LevelRule | undefined =>
  is_set_by_admin ? undefined : levelRules.find((rule) => trustLevels.indexOf(rule.level) > trustLevels.indexOf(level))
