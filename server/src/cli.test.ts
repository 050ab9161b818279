import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { recordAuditEvent } from '#features/users/audit.sql'
import { aPng } from '#test/png'
import { createUser, openTestApp, temporaryFiles } from '#test/test-app'

const house = await openTestApp()
const pictures = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
afterAll(() => rm(pictures, { recursive: true, force: true }))

/** Runs a command as the operator does, on the library of this test. */
async function vitrine(words: string[], input = '', settings: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATA_DIR: house.folder,
    DATABASE_URL: house.databaseUrl,
    IMAGE_WORKERS: '1',
    ...settings,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...words], { env })
  child.stdin.end(input)
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, errors, code: code as number }
}

const put = async (path: string, content: Buffer | string) => {
  await mkdir(join(pictures, path, '..'), { recursive: true })
  await writeFile(join(pictures, path), content)
}

describe('the command line', () => {
  test('tells what there is, and what a command takes', async () => {
    const { out, code } = await vitrine([])
    expect(code).toBe(0)
    expect(out).toContain('admin --email E --username U')
    expect(out).toContain('import <folder>')
    expect((await vitrine(['import', '--help'])).out).toContain('--category-from-folder')
  })

  test('answers a mistake with a sentence, not with a stack', async () => {
    const unknown = await vitrine(['improt'])
    expect(unknown.code).toBe(1)
    expect(unknown.errors).toContain('There is no command "improt".')
    const nowhere = await vitrine(['import', '/no/such/folder', '--owner', 'nobody'])
    expect(nowhere.errors).toBe('There is no user "nobody".\n')
  })
})

describe('audit', () => {
  test('shows what happened to accounts, the latest last, and names who did it', async () => {
    const [person, admin] = [await createUser(house), await createUser(house, 'admin')]
    await recordAuditEvent(house.db, {
      what: 'blocked',
      by: admin.id,
      user: person.id,
      client: { address: '203.0.113.5', user_agent: 'test' },
    })
    const { out, code } = await vitrine(['audit', '--user', person.username.toUpperCase()])
    expect(code).toBe(0)
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  signed in +${person.username}  127.0.0.1`),
      expect.stringMatching(`blocked +${person.username} by ${admin.username}  203.0.113.5  test$`),
    ])
    const one = await vitrine(['audit', '--what', 'blocked', '--lines', '1', '--json'])
    expect(JSON.parse(one.out)).toMatchObject({ what: 'blocked', by: admin.username, user: person.username })
  })

  test('answers a question that makes no sense with a sentence', async () => {
    expect((await vitrine(['audit', '--what', 'sneezed'])).errors).toContain('--what takes one of: registered, ')
    expect((await vitrine(['audit', '--lines', '0'])).errors).toBe('--lines takes a number from 1 to 10000.\n')
    expect((await vitrine(['audit', '--user', 'nobody'])).out).toBe('Nothing of the kind was written down.\n')
  })
})

describe('admin', () => {
  const admin = (email: string, username: string, password: string) =>
    vitrine(['admin', '--email', email, '--username', username, '--password-stdin'], `${password}\n`)
  const role = async (email: string, password: string) => {
    const payload = { email, password }
    const answer = await house.app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload })
    return answer.json().data?.user.role
  }

  test('makes an admin who can sign in', async () => {
    expect((await admin('curator@people.example', 'curator', 'glass-case')).code).toBe(0)
    expect(await role('curator@people.example', 'glass-case')).toBe('admin')
  })

  test('may be called admin, which nobody can register as', async () => {
    expect((await admin('chief@people.example', 'admin', 'glass-case')).errors).toBe('')
    expect((await admin('other@people.example', 'auth', 'glass-case')).errors).toBe('This username is taken.\n')
  })

  test('promotes a contributor, and whoever was signed in with the old password is not any more', async () => {
    const { email, username, headers } = await createUser(house)
    expect((await admin(email, username, 'new-password')).out).toContain('is an admin now')
    expect(await role(email, 'new-password')).toBe('admin')
    expect((await vitrine(['audit', '--user', username, '--what', 'made an admin'])).out).toContain('command line')
    const listed = await house.app.inject({ url: '/api/v1/accounts/user/sessions/', headers })
    expect(listed.statusCode).toBe(401)
  })

  test('keeps the rules of the register form, and never takes over an account by half of its name', async () => {
    const { email, username } = await createUser(house)
    expect((await admin('short@people.example', 'short', '1234')).errors).toContain('at least 5 characters')
    expect((await admin('short@people.example', 'short', 'password')).errors).toContain('one of the most common ones')
    expect((await admin(email, 'somebodyelse', 'glass-case')).errors).toContain(`belongs to the username "${username}"`)
    expect((await admin('other@people.example', username, 'glass-case')).errors).toContain('is taken')
  })
})

describe('import', () => {
  test('takes in every sound file, names every refused one, and doubles nothing when it runs again', async () => {
    const { username } = await createUser(house)
    await put('animals/red_fox-01.png', aPng({ seed: 1 }))
    await put('animals/deep/down/owl.PNG', aPng({ seed: 2 }))
    // Files are taken in side by side, so either of the two may come first; their paths say the same of them.
    await put('animals/2/red_fox-01.png', aPng({ seed: 1 }))
    await put('odd things/page.png', '<html><body>not a picture</body></html>')
    await put('odd things/notes.txt', 'no picture at all')

    const words = ['import', pictures, '--owner', username, '--category-from-folder', '--keywords-from-path']
    const first = await vitrine(words)
    expect(first.out).toMatch(/refused {2}odd things\/page\.png: This is .*\. Export the picture as PNG/)
    expect(first.out).toContain('2 new, 1 known already (the same bytes), 1 refused.')
    expect((await vitrine([...words, '--status', 'approved'])).out).toContain('0 new, 3 known already')

    const shown = (await house.app.inject('/api/v1/images/red-fox-01/')).json().image
    expect(shown).toMatchObject({ title: 'Red fox 01', category: 'animals', status: 'approved' })
    expect(shown.keywords.map((one: { name: string }) => one.name)).toEqual(['animals', 'red', 'fox'])
    expect((await house.app.inject('/api/v1/images/approved/')).json().count).toBe(2)
    expect(await temporaryFiles(house)).toEqual([])
  })

  test('reads titles, keywords and categories from a CSV as stock sites take them', async () => {
    const { username } = await createUser(house)
    await put('stock/kite.png', aPng({ seed: 3 }))
    await put('stock/drum.png', aPng({ seed: 4 }))
    const csv = join(pictures, 'stock.csv')
    await writeFile(csv, '\ufeffTitle,FILENAME,Keywords,Category\n"Kite, red",kite.png,"kite, sky ,Sky",9\n')
    await vitrine(['import', join(pictures, 'stock'), '--owner', username, '--csv', csv, '--status', 'approved'])
    const { image } = (await house.app.inject('/api/v1/images/kite-red/')).json()
    expect(image).toMatchObject({
      title: 'Kite, red',
      category: 'hobbies_and_leisure',
      keywords: [{ name: 'kite' }, { name: 'sky' }],
    })
    expect((await house.app.inject('/api/v1/images/drum/')).json().image.title).toBe('Drum')
  })

  test('names what it cannot read and takes in all the rest', async () => {
    const { username } = await createUser(house)
    await put('links/kettle.png', aPng({ seed: 5 }))
    await put('links/ladle.png', aPng({ seed: 6 }))
    await symlink('nowhere.png', join(pictures, 'links/gone.png'))
    await symlink('.', join(pictures, 'links/x.png'))
    const { out, errors, code } = await vitrine(['import', join(pictures, 'links'), '--owner', username])
    expect(out).toContain('refused  gone.png: This file cannot be read: no such file or directory.\n')
    expect(out).toContain('refused  x.png: This file cannot be read: illegal operation on a directory.\n')
    expect(out).toContain('2 new, 0 known already (the same bytes), 2 refused.')
    expect([errors, code]).toEqual(['', 0])
    expect(await temporaryFiles(house)).toEqual([])
  })

  test('ends at a fault that is not of a file, says what was done, and leaves nothing half done', async () => {
    const { username } = await createUser(house)
    await put('fault/anvil.png', aPng({ seed: 7 }))
    const words = ['import', join(pictures, 'fault'), '--owner', username]
    await vitrine(words)
    await put('fault/bellows.png', aPng({ seed: 8 }))
    // A file lies where the store makes its folders, so nothing more can be kept.
    const DATA_DIR = join(pictures, 'other data')
    await put(`other data/files/${originalKey('').split('/')[0]}`, '')
    const { out, errors, code } = await vitrine([...words, '--status', 'approved'], '', { DATA_DIR })
    expect(out).toContain('0 new, 1 known already (the same bytes), 0 refused.')
    expect(errors).toMatch(/^Interrupted: .*Run it again/)
    expect(code).toBe(1)
    expect((await house.app.inject('/api/v1/images/anvil/')).json().image.status).toBe('approved')
  })
})
