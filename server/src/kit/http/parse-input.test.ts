import { api } from '@vitrine/contract/api'
import type { Endpoint, Schema } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls, urlOfCall } from '#test/calls'
import { aPng } from '#test/png'
import { createImage, multipart, openAppWithPeople } from '#test/test-app'

// Each part of each call is given values of the wrong type: the reply is a sentence, never zod's "Invalid input".

const { testApp: site, admin } = await openAppWithPeople()

const wrongValues = [null, true, -1, 1.5, 1e300, '', 'nonsense', '\u0000', 'x'.repeat(5000), [], [null], {}, { a: 1 }]

const endpoints = Object.entries(calls)

const fieldsOf = (schema: Schema | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : []

async function messagesOf(call: Endpoint, parts: { query?: string; payload?: unknown; id?: string }) {
  const answer = await site.app.inject({
    method: call.method,
    url: urlOfCall(call, parts.id ? { id: parts.id } : {}) + (parts.query ?? ''),
    headers: { ...admin.headers, ...(parts.payload !== undefined && { 'content-type': 'application/json' }) },
    ...(parts.payload !== undefined && { payload: JSON.stringify(parts.payload) }),
  })
  expect(answer.statusCode).toBeLessThan(500)
  return answer.statusCode < 400 ? [] : messagesIn(answer.json())
}

const messagesIn = ({ message, fields = [] }: ErrorBody) => [message, ...fields.map((field) => field.message)]

function expectSentences(messages: string[]) {
  const isSentence = (message: string) => /^[A-Z1-9a-z].{8,}/s.test(message) && !/invalid input/i.test(message)
  expect(messages.filter((message) => !isSentence(message))).toEqual([])
}

test.each(endpoints.filter(([, { body }]) => body))('%s: a wrong body, its fields named', async (_name, endpoint) => {
  for (const payload of wrongValues) expectSentences(await messagesOf(endpoint, { payload }))
  const fields = fieldsOf(endpoint.body)
  for (const field of fields)
    for (const value of [null, 'nonsense', { a: 1 }])
      expectSentences(await messagesOf(endpoint, { payload: { [field]: value } }))
  for (const value of wrongValues) {
    const all = Object.fromEntries(fields.map((field) => [field, value]))
    expectSentences(await messagesOf(endpoint, { payload: all }))
  }
  const { properties = {} } = z.toJSONSchema(endpoint.body!, { io: 'input', unrepresentable: 'any' })
  for (const [field, schema] of Object.entries(properties)) {
    const value = (schema as { type?: string }).type === 'object' ? ['x'] : { x: 1 }
    const sent = { headers: admin.headers, payload: { [field]: value } }
    const answer = await site.app.inject({ method: endpoint.method, url: urlOfCall(endpoint), ...sent })
    expect([field, answer.statusCode]).toEqual([field, 400])
    const { fields = [] }: ErrorBody = answer.json()
    expect(fields.map(({ at }) => at.split('.')[0])).toContain(field)
  }
})

test.each(endpoints.filter(([, { query }]) => query))('%s: a wrong query', async (_name, endpoint) => {
  for (const field of fieldsOf(endpoint.query)) {
    for (const value of ['', '-1', 'nonsense', '\u0000'])
      expectSentences(await messagesOf(endpoint, { query: `?${new URLSearchParams({ [field]: value })}` }))
    expectSentences(await messagesOf(endpoint, { query: `?${field}=a&${field}=b` }))
  }
})

test.each(endpoints.filter(([, { path }]) => path.includes(':id')))('%s: a wrong id', async (_name, endpoint) => {
  for (const id of ['x', '-1', '0', '1.5', '9'.repeat(30)]) expectSentences(await messagesOf(endpoint, { id }))
})

test.each(endpoints.filter(([, { form }]) => form))('%s: a wrong form', async (_name, call) => {
  const { id } = await createImage(site, admin, { png: aPng({ seed: 1 }), title: 'Vase' })
  const send = async (body: object) => {
    const answer = await site.app.inject({ method: call.method, url: urlOfCall(call, { id }), ...body })
    expect(answer.statusCode).toBeLessThan(500)
    expectSentences(answer.statusCode < 400 ? [] : messagesIn(answer.json()))
    return answer
  }
  const notMultipart = await send({ headers: admin.headers, payload: { a: 1 } })
  expect(notMultipart.json()).toEqual({ code: 'not_multipart', message: 'This call takes multipart/form-data.' })
  await send(multipart([], admin.headers))
  for (const name of fieldsOf(call.form)) {
    for (const value of ['', '\u0000', 'x'.repeat(5000)]) {
      await send(multipart([{ name, value }], admin.headers))
      await send(multipart([{ name, value, filename: 'a.png' }], admin.headers))
    }
  }
})

test('a value of a wrong type is answered with what is needed', async () => {
  const { backOffice, people } = api
  const wrongStatus = await messagesOf(backOffice.bulkUpdate, { payload: { image_ids: [1], status: 'gone' } })
  expect(wrongStatus[0]).toBe('Choose pending, approved or rejected')
  const wrongFlag = await messagesOf(people.update, { payload: { is_active: 'yes', is_block: false } })
  expect(wrongFlag[0]).toBe('True or false is needed')
  expect((await messagesOf(backOffice.update, { payload: [1] }))[0]).toBe('A JSON object is needed')
})
