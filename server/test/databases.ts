import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withConnection } from '#kit/database/connection'
import { urlOfDatabase } from './postgres-global-setup.ts'

/** Creates a database, empty or as the template, and returns its URL. */
export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgres')
  await withConnection({ connectionString: url }, (client) =>
    client.query(`create database ${name} template ${template}`),
  )
  return urlOfDatabase(url, name)
}
