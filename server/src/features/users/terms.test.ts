import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createUser, openTestApp, type TestUser, upload } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp

let seed = 0
const send = (person: TestUser) =>
  upload(testApp, person, [{ name: 'images', value: aPng({ seed: ++seed }), filename: 'a.png' }])
const agree = (person: TestUser, version: number) =>
  app.inject({ method: 'PUT', url: '/api/v1/accounts/user/terms/', headers: person.headers, payload: { version } })
const agreedTo = async (person: TestUser) =>
  (await app.inject({ url: '/api/v1/accounts/user/profile/', headers: person.headers })).json()[0].terms_version

test('who registers has agreed to the present terms, and uploads', async () => {
  const ada = await createUser(testApp)
  expect(await agreedTo(ada)).toBe(rightsStatement.version)
  expect((await send(ada)).statusCode).toBe(201)
})

test('after the terms have changed an upload needs agreement once, also to replace a file', async () => {
  const bob = await createUser(testApp)
  await db.updateTable('users').set({ terms_version: 1 }).where('id', '=', bob.id).execute()
  const refused = await send(bob)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'terms_changed'])
  const replacing = await app.inject({ method: 'PUT', url: '/api/v1/images/file/1/', headers: bob.headers })
  expect(replacing.json().code).toBe('terms_changed')

  expect((await agree(bob, 1)).statusCode).toBe(400)
  expect((await agree(bob, rightsStatement.version)).json().message).toBe('Thank you. You can upload now.')
  expect(await agreedTo(bob)).toBe(rightsStatement.version)
  expect((await send(bob)).statusCode).toBe(201)
})
