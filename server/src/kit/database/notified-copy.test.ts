import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createNotifiedCopy } from './notified-copy.ts'

/** A copy of a number that a test changes, with what happens to the LISTEN connection. */
function copyOfNumber() {
  const emitter = new EventEmitter()
  const state = { stored: 1, isListening: true, isReachable: true }
  const read = vi.fn(async () => {
    if (!state.isReachable) throw new Error('The database is away.')
    return state.stored
  })
  const notifications = {
    processName: 'this one',
    on: (topic: string, listener: () => void) => void emitter.on(topic, listener),
    isListening: () => state.isListening,
    stop: async () => {},
  }
  const copy = createNotifiedCopy(notifications, 'changed', read)
  return { copy, state, read, notify: () => emitter.emit('changed') }
}

test('counts on for five seconds while the database is away, or no notification can arrive', async () => {
  const { copy, state, notify } = copyOfNumber()
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  await copy.get()
  notify()
  Object.assign(state, { stored: 2, isReachable: false })
  expect(await copy.get()).toBe(1)
  state.isReachable = true
  now.mockReturnValue(5_001)
  expect(await copy.get()).toBe(2)
  Object.assign(state, { stored: 3, isListening: false })
  expect(await copy.get()).toBe(2)
  now.mockReturnValue(10_003)
  expect(await copy.get()).toBe(3)
  now.mockRestore()
})

test('a value that was never read is an error, and is tried again', async () => {
  const { copy, state } = copyOfNumber()
  state.isReachable = false
  await expect(copy.get()).rejects.toThrow('away')
  state.isReachable = true
  expect(await copy.get()).toBe(1)
})
