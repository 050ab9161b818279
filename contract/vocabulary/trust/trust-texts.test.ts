import { expect, test } from 'vitest'
import { levelByRules, levelRules, levelText, nextRule, ruleText, trustNumbers, trustReason } from './trust-levels.ts'

const record = { approved: 48, rejected: 2, upheld: 1, account_days: 1 }
const benefits = { new_pending: 50, pending: 12_000, goes_live: true }

test('numbers say how much was approved, taken down, and how old the account is', () => {
  expect(trustNumbers(record)).toBe('48 of 50 approved (96 %), 1 taken down or hidden, joined 1 day ago')
  expect(trustReason({ ...record, approved: 0, rejected: 0, upheld: 0, level: 'new', is_set_by_admin: true })).toBe(
    'New (set by an admin): no decisions, joined 1 day ago.',
  )
  expect(trustNumbers({ ...record, account_days: 0 })).toMatch(/, joined today$/)
})

test('the words of a level say what it brings on this site', () => {
  expect(levelText('new', benefits)).toBe('New: at most 50 images may wait for review at a time.')
  expect(levelText('known', { ...benefits, pending: null })).toBe('Known.')
  expect(levelText('trusted', benefits)).toMatch(/^Trusted: what you upload is public at once\. What our checks find /)
  expect(levelText('trusted', { ...benefits, goes_live: false })).toBe(
    'Trusted: at most 12,000 images may wait for review at a time.',
  )
})

test('the rule of the next level is said by its numbers, unless an admin has set the level', () => {
  const rule = nextRule({ ...record, level: 'known', is_set_by_admin: false })!
  const words =
    'The next level, trusted, needs 50 approved pictures, at least 95 % of the last 100 pictures approved, ' +
    'none taken down within 365 days or hidden for a report, and an account that is at least 30 days old.'
  expect(ruleText(rule, benefits)).toBe(`${words} Then what you upload is public at once.`)
  expect(ruleText(rule, { ...benefits, goes_live: false })).toBe(words)
  expect(ruleText(levelRules[0]!, benefits)).toMatch(/ Then at most 12,000 images may wait for review at a time\.$/)
  expect(nextRule({ ...record, level: 'trusted', is_set_by_admin: false })).toBeUndefined()
  expect(nextRule({ ...record, level: 'new', is_set_by_admin: true })).toBeUndefined()
})

test('who just meets a rule has its level, and who just misses one number has not', () => {
  for (const { level, approved, percent, upheld, accountDays } of levelRules) {
    const rejected = Math.floor((approved * 100) / percent) - approved
    const met = { approved, rejected, upheld, account_days: accountDays }
    expect(levelByRules(met)).toBe(level)
    const missed = [
      { approved: approved - 1, rejected: 0 },
      { rejected: rejected + 1 },
      { upheld: upheld + 1 },
      { account_days: accountDays - 1 },
    ]
    for (const change of missed) expect(levelByRules({ ...met, ...change })).not.toBe(level)
  }
})
