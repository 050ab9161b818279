import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { withConnection } from '#kit/database/connection'
import { urlOfDatabase } from './postgres-global-setup.ts'

export async function createDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgres')
  await withConnection({ connectionString: url }, (client) =>
    client.query(`create database ${name} template ${template}`),
  )
  return urlOfDatabase(url, name)
}
