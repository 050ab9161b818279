import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { expect, test } from 'vitest'
import { profileOf } from '#test/accounts'
import { aNewPng } from '#test/png'
import { callAs, codeOf, createUser, openTestApp, type TestUser, upload } from '#test/test-app'

const testApp = await openTestApp()
const { db } = testApp

const send = (person: TestUser) => upload(testApp, person, [{ name: 'images', value: aNewPng(), filename: 'a.png' }])
const agree = (person: TestUser, version: number) => callAs(testApp, person, 'PUT', 'accounts/user/terms', { version })
const agreedTo = async (person: TestUser) => (await profileOf(testApp, person)).terms_version

test('after the terms have changed an upload needs agreement once, also to replace a file', async () => {
  const bob = await createUser(testApp)
  expect(await agreedTo(bob)).toBe(rightsStatement.version)
  await db.updateTable('users').set({ terms_version: 1 }).where('id', '=', bob.id).execute()
  expect(codeOf(await send(bob))).toEqual([403, 'terms_changed'])
  const replacing = await callAs(testApp, bob, 'PUT', 'images/file/1')
  expect(replacing.json().code).toBe('terms_changed')

  expect((await agree(bob, 1)).statusCode).toBe(400)
  expect((await agree(bob, rightsStatement.version)).json().message).toBe('Thank you. You can upload now.')
  expect(await agreedTo(bob)).toBe(rightsStatement.version)
  expect((await send(bob)).statusCode).toBe(201)
})
