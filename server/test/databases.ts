import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { urlOfDatabase } from './postgres-global-setup.ts'

/** Creates a database, empty or as the template, and returns its URL. */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgres')
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return urlOfDatabase(url, name)
}
