import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outcomeOf, startVitrine } from '#test/command-process'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const folder = await temporaryFolder()

test.skipIf(process.platform !== 'linux')(
  'the command line finds out once how decoding can be confined, for commands with images only',
  async () => {
    const [tools, pictures, tried] = ['tools', 'more', 'tried'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    for (const made of [tools, pictures]) await mkdir(made)
    await writeFile(tried, '')
    await writeFile(join(tools, 'bwrap'), `#!/bin/sh\necho tried >> '${tried}'\nexit 1\n`, { mode: 0o755 })
    for (const seed of [9, 10]) await writeFile(join(pictures, `${seed}.png`), aPng({ seed }))
    const settings = {
      ...{ DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl, IMAGE_WORKERS: '2' },
      PATH: `${tools}:${process.env.PATH}`,
    }
    const run = (words: string, input = '') => {
      const child = startVitrine(words.split(' '), settings)
      child.stdin!.end(input)
      return outcomeOf(child)
    }
    const admin = 'admin --email warden@people.example --username warden --password-stdin'
    const library = expect.stringMatching(/^Library: .*, \d+ images, no SITE_URL\n$/)
    expect(await run(admin, 'glass-case\n')).toMatchObject({ errors: library, code: 0 })
    expect(await readFile(tried, 'utf8')).toBe('')
    const { out } = await run(`import ${pictures} --owner warden`)
    expect(out).toContain('2 new, 0 already in the library, 0 rejected.')
    expect(await readFile(tried, 'utf8')).toBe('tried\n')
  },
)
