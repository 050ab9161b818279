import { expect, test, vi } from 'vitest'
import { databaseWaiter } from './wait-for-database.ts'

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

test('a database that stays away ends the wait, which was reported once; other errors are not waited for', async () => {
  const report = vi.fn()
  const task = vi.fn().mockRejectedValue(refused)
  await expect(databaseWaiter(report, 600)(task)).rejects.toBe(refused)
  expect(task.mock.calls.length).toBeGreaterThan(1)
  expect(report.mock.calls).toEqual([[refused]])
  const own = vi.fn().mockRejectedValue(new Error('wrong password'))
  await expect(databaseWaiter(() => {})(own)).rejects.toThrow('wrong password')
  expect(own).toHaveBeenCalledTimes(1)
})
