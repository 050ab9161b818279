import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settingWarnings } from '#config'
import { runVitrine } from '#test/command-line'
import { temporaryFolder } from '#test/temporary-folder'
import { openTestApp } from '#test/test-app'

const folder = await temporaryFolder()

async function settingsFile(text: string): Promise<string> {
  const path = join(folder, 'vitrine.env')
  await writeFile(path, text)
  return path
}

test('the file of settings is read, and the environment comes before it', async () => {
  const VITRINE_ENV = await settingsFile('# of the site\nPORT=8080\nSITE_NAME="My pictures"\n')
  expect(readConfig({ VITRINE_ENV })).toMatchObject({ PORT: 8080, SITE_NAME: 'My pictures' })
  expect(readConfig({ VITRINE_ENV, PORT: '9090' }).PORT).toBe(9090)
  expect(readConfig({}).PORT).toBe(3000)
})

test('an unknown name in the file is an error that names the nearest setting', async () => {
  const VITRINE_ENV = await settingsFile('SITEURL=https://png.example\nCOLOUR=red\n')
  const both = `${VITRINE_ENV} has COLOUR, SITEURL (did you mean SITE_URL?): there is no such setting.`
  expect(() => readConfig({ VITRINE_ENV })).toThrow(both)
})

test('a file that is not there is an error, and no other settings are taken', () => {
  const VITRINE_ENV = join(folder, 'missing.env')
  expect(() => readConfig({ VITRINE_ENV })).toThrow(`The file of settings ${VITRINE_ENV} cannot be read: `)
})

test('in the environment, a name within two letters of a setting is named, and those of others are not', () => {
  const system = { PATH: '/bin', HOME: '/root', LANG: 'C', TERM: 'xterm', PWD: '/', SHELL: 'sh', TZ: 'UTC' }
  const others = { ...system, USER: 'root' }
  expect(settingWarnings({ ...others, PORT: '1', SITE_URL: 'x' })).toEqual([])
  expect(settingWarnings({ ...others, SITEURL: 'x', DATADIR: 'x', HOSTS: 'x' })).toEqual([
    'SITEURL is no setting and has no effect (did you mean SITE_URL?).',
    'DATADIR is no setting and has no effect (did you mean DATA_DIR?).',
    'HOSTS is no setting and has no effect (did you mean HOST?).',
  ])
})

test('a command takes the file by --env, and says first on which library it works', async () => {
  const { folder: data, databaseUrl } = await openTestApp()
  const file = await settingsFile(`DATA_DIR=${data}\nDATABASE_URL=${databaseUrl}\nSITE_URL=https://png.example\n`)
  const { library, errors, code } = await runVitrine(['index', 'check', '--env', file], { SITENAME: 'Shelf' })
  expect(library).toMatch(new RegExp(`^Library: database \\w+ at 127.0.0.1:\\d+, folder ${data}, 0 images, https://`))
  expect([code, errors]).toEqual([0, 'SITENAME is no setting and has no effect (did you mean SITE_NAME?).\n'])
})
