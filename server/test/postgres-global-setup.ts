import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { withConnection } from '#kit/database/connection'
import { migrate } from '#kit/database/migrate'
import { startPostgres } from '#kit/embedded-postgres/supervisor'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

export const templateDatabase = 'template_of_tests'

/** One PostgreSQL for all test files, with a migrated database that each file copies. Durability is off. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-tests-'))
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' }
  const postgres = await startPostgres(folder, { settings })
  const end = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await prepareTemplate(postgres.url).catch(async (error) => {
    await end()
    throw error
  })
  project.provide('postgres', postgres.url)
  return end
}

async function prepareTemplate(url: string) {
  await withConnection({ connectionString: url }, (client) => client.query(`create database ${templateDatabase}`))
  await migrate(urlOfDatabase(url, templateDatabase), join(import.meta.dirname, '../migrations'))
}

export function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
