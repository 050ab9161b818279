import { backOffice } from '@vitrine/contract/calls/back-office'
import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { expect, test } from 'vitest'
import { ApiError, type apiClient } from '#api/api-client.ts'
import { createDecisionSender, type StatusChange } from './decision-sender.ts'

const image = { id: 7, title: 'Fox', version: 1, user: { username: 'ada' } } as ManagedImage
const approved: StatusChange = { status: 'approved' }
const pending: StatusChange = { status: 'pending' }

/** A server with one image; each change counts its version on by two, as a transaction of two statements does. */
function aServer() {
  const now = { ...image, status: 'pending', rejection: null } as ManagedImage
  const server = { now, puts: [] as string[], broken: false }
  const call = (async (endpoint: object, { body }: { body: { status: ManagedImage['status']; version: number } }) => {
    await null
    if (endpoint !== backOffice.update) {
      const isListed = (endpoint as { path: string }).path.includes(now.status)
      return { count: isListed ? 1 : 0, images: isListed ? [{ ...now }] : [] }
    }
    server.puts.push(`${body.status} ${body.version}`)
    if (server.broken) throw new ApiError({ status: 0, json: null })
    if (body.version !== now.version)
      throw new ApiError({ status: 409, json: { code: 'changed_meanwhile', message: 'changed' } })
    Object.assign(now, { status: body.status, version: now.version + 2 })
  }) as unknown as ReturnType<typeof apiClient>
  return { ...createDecisionSender(call), server }
}

test('a decision, its undoing and another one go one after another, each knowing what the one before it left', async () => {
  const { send, server } = aServer()
  await Promise.all([send(image, approved), send(image, pending), send(image, approved)])
  expect(server.puts).toEqual(['approved 1', 'pending 3', 'approved 5'])
})

test('what somebody else has decided since is not undone', async () => {
  const { send, server } = aServer()
  await send(image, approved)
  Object.assign(server.now, { status: 'rejected', version: 9 })
  await expect(send(image, pending)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(server.puts).toEqual(['approved 1'])
})

test('nor a rejection that somebody else gave another reason', async () => {
  const { send, server } = aServer()
  await send(image, { status: 'rejected', reason: 'fringe', note: '' })
  server.now.rejection = { reason: 'quality', note: '', at: '' }
  await expect(send(image, pending)).rejects.toMatchObject({ code: 'changed_meanwhile' })
})

test('what never arrived need not be undone, and its failure is nobody’s business any more', async () => {
  const { send, server } = aServer()
  server.broken = true
  const [first, undone] = await Promise.allSettled([send(image, approved), send(image, pending)])
  expect([first, undone.status]).toEqual([{ status: 'rejected', reason: null }, 'fulfilled'])
  expect(server.puts).toEqual(['approved 1'])
})

test('an image that was read anew is decided as it was read', async () => {
  const { send, server } = aServer()
  await send(image, approved)
  Object.assign(server.now, { status: 'pending', version: 12 })
  await send({ ...image, version: 12 }, approved)
  expect(server.puts).toEqual(['approved 1', 'approved 12'])
})
