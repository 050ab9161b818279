import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { expect, test } from 'vitest'
import { ApiError, type apiClient } from '#api/api-client.ts'
import { createDecisionSender, type StatusChange } from './decision-sender.ts'

const image = { id: 7, title: 'Fox', version: 1, user: { username: 'ada' } } as ManagedImage
const approved: StatusChange = { status: 'approved' }
const pending: StatusChange = { status: 'pending' }

/** A fake server with one image; each change increments its version by two, as a transaction of two statements does. */
function createTestServer() {
  const stored = { ...image, status: 'pending', rejection: null } as ManagedImage
  const server = { stored, updates: [] as string[], isDown: false }
  const call = (async (endpoint: object, { body }: { body: { status: ManagedImage['status']; version: number } }) => {
    await null
    if (endpoint !== backOffice.update) {
      const isListed = (endpoint as { path: string }).path.includes(stored.status)
      return { count: isListed ? 1 : 0, images: isListed ? [{ ...stored }] : [] }
    }
    server.updates.push(`${body.status} ${body.version}`)
    if (server.isDown) throw new ApiError({ status: 0, json: null })
    if (body.version !== stored.version)
      throw new ApiError({ status: 409, json: { code: 'changed_meanwhile', message: 'changed' } })
    Object.assign(stored, { status: body.status, version: stored.version + 2 })
  }) as unknown as ReturnType<typeof apiClient>
  return { ...createDecisionSender(call), server }
}

test('consecutive decisions about an image are sent in order, each with the version the one before left', async () => {
  const { send, server } = createTestServer()
  await Promise.all([send(image, approved), send(image, pending), send(image, approved)])
  expect(server.updates).toEqual(['approved 1', 'pending 3', 'approved 5'])
})

test('a later decision by another reviewer is not undone', async () => {
  const { send, server } = createTestServer()
  await send(image, approved)
  Object.assign(server.stored, { status: 'rejected', version: 9 })
  await expect(send(image, pending)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(server.updates).toEqual(['approved 1'])
})

test('nor a rejection whose reason another reviewer changed', async () => {
  const { send, server } = createTestServer()
  await send(image, { status: 'rejected', reason: 'fringe', note: '' })
  server.stored.rejection = { reason: 'quality', note: '', at: '' }
  await expect(send(image, pending)).rejects.toMatchObject({ code: 'changed_meanwhile' })
})

test('a decision that failed to arrive needs no undo, and its error is no longer reported', async () => {
  const { send, server } = createTestServer()
  server.isDown = true
  const [first, undo] = await Promise.allSettled([send(image, approved), send(image, pending)])
  expect([first, undo.status]).toEqual([{ status: 'rejected', reason: null }, 'fulfilled'])
  expect(server.updates).toEqual(['approved 1'])
})

test('a refetched image is decided with its refetched version', async () => {
  const { send, server } = createTestServer()
  await send(image, approved)
  Object.assign(server.stored, { status: 'pending', version: 12 })
  await send({ ...image, version: 12 }, approved)
  expect(server.updates).toEqual(['approved 1', 'approved 12'])
})
