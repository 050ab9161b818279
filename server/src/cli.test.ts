import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, leftovers, openHouse } from '#test/house'
import { aPng } from '#test/png'

const house = await openHouse()
const pictures = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'))
afterAll(() => rm(pictures, { recursive: true, force: true }))

/** Runs a command as the operator does, on the library of this test. */
async function vitrine(words: string[], input = '') {
  const env = { ...process.env, DATA_DIR: house.folder, DATABASE_URL: house.databaseUrl, IMAGE_WORKERS: '1' }
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

  test('promotes a contributor', async () => {
    const { email, username } = await aPerson(house)
    expect((await admin(email, username, 'new-password')).out).toContain('is an admin now')
    expect(await role(email, 'new-password')).toBe('admin')
  })

  test('keeps the rules of the register form, and never takes over an account by half of its name', async () => {
    const { email, username } = await aPerson(house)
    expect((await admin('short@people.example', 'short', '1234')).errors).toContain('at least 5 characters')
    expect((await admin(email, 'somebodyelse', 'glass-case')).errors).toContain(`belongs to the username "${username}"`)
    expect((await admin('other@people.example', username, 'glass-case')).errors).toContain('is taken')
  })
})

describe('import', () => {
  test('takes in every sound file, names every refused one, and doubles nothing when it runs again', async () => {
    const { username } = await aPerson(house)
    await put('animals/red_fox-01.png', aPng({ seed: 1 }))
    await put('animals/deep/down/owl.PNG', aPng({ seed: 2 }))
    await put('odd things/same fox.png', aPng({ seed: 1 }))
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
    expect(await leftovers(house)).toEqual([])
  })

  test('reads titles, keywords and categories from a CSV as stock sites take them', async () => {
    const { username } = await aPerson(house)
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
})
