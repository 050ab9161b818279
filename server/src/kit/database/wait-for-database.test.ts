import { expect, test, vi } from 'vitest'
import { databaseWaiter } from './wait-for-database.ts'

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

test('a database that stays away ends the wait, which was reported once', async () => {
  const report = vi.fn()
  const task = vi.fn().mockRejectedValue(refused)
  await expect(databaseWaiter(report, 600)(task)).rejects.toBe(refused)
  expect(task.mock.calls.length).toBeGreaterThan(1)
  expect(report.mock.calls).toEqual([[refused]])
})

test('an error of the task itself is not waited for', async () => {
  const task = vi.fn().mockRejectedValue(new Error('wrong password'))
  await expect(databaseWaiter(() => {})(task)).rejects.toThrow('wrong password')
  expect(task).toHaveBeenCalledTimes(1)
})
