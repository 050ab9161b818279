import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { uploads } from '@vitrine/contract/calls/uploads'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hostilePngs } from '#test/hostile-pngs'
import { aPng, chunk } from '#test/png'
import { createUser, type FormPart, openTestApp, setStatus, temporaryFiles, upload } from '#test/test-app'

const house = await openTestApp()
const [ada, bob, admin] = [await createUser(house), await createUser(house), await createUser(house, 'admin')]

const file = (value: Buffer, filename = 'a.png', type?: string): FormPart => ({ name: 'images', value, filename, type })
const say = (name: string, value: string): FormPart => ({ name, value })
const shown = async (slug: string) =>
  (await house.app.inject({ url: `/api/v1/images/${encodeURIComponent(slug)}/`, headers: admin.headers })).json().image

/** Uploads one file and answers its image. */
async function uploaded(parts: FormPart[], person = ada) {
  const answer = await upload(house, person, parts)
  expect(answer.statusCode).toBe(201)
  return answer.json().images[0]
}

describe('an upload', () => {
  test('answers in the contract’s shape and waits for review', async () => {
    const answer = await upload(house, ada, [file(aPng({ seed: 1 })), say('title', 'Blue vase')])
    expect(answer.statusCode).toBe(201)
    expect(z.parse(uploads.upload.reply, answer.json())).toEqual(answer.json())
    expect(answer.json().images[0]).toMatchObject({
      index: 0,
      title: 'Blue vase',
      slug: 'blue-vase',
      status: 'pending',
    })
  })

  test('is stored byte for byte, measured, and found again by its hash', async () => {
    const png = aPng({ width: 500, height: 250, colour: '#2266cc', seed: 2 })
    const { id, main_url } = await uploaded([file(png)])
    expect((await house.app.inject(main_url)).rawPayload.equals(png)).toBe(true)
    const row = await house.db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const sha256 = createHash('sha256').update(png).digest('hex')
    expect(row).toMatchObject({ sha256, byte_size: png.length, width: 500, height: 250 })
    expect(row.transparent_ratio).toBeGreaterThan(0.2)
    expect(row.colours[0]!.hex).toMatch(/^#[0-9a-f]{6}$/)
    const files = await readdir(join(house.folder, 'files/variants', sha256.slice(0, 2)))
    expect(files.filter((name) => name.startsWith(sha256)).sort()).toEqual([`${sha256}-320.webp`, `${sha256}-640.webp`])
  })

  test('the i-th title, keywords and category belong to the i-th file, wherever the parts stand', async () => {
    const answer = await upload(house, ada, [
      ...[say('title', 'First of two'), say('title', '')],
      ...[file(aPng({ seed: 3 }), 'one.png'), file(aPng({ seed: 4 }), 'second_of-two.png')],
      ...[say('keywords', 'sea, [Boat], boat'), say('keywords', '["sky", {"name": "kite"}]')],
      ...[say('category', 'Hobbies and Leisure'), say('category', 'science')],
    ])
    const [one, two] = answer.json().images
    expect(await shown(one.slug)).toMatchObject({
      title: 'First of two',
      category: 'hobbies_and_leisure',
      keywords: [{ name: 'sea' }, { name: 'Boat' }],
    })
    expect(await shown(two.slug)).toMatchObject({
      title: 'Second of two',
      category: 'science',
      keywords: [{ name: 'sky' }, { name: 'kite' }],
    })
  })

  test('a batch is listed in its own order, however long each picture takes', async () => {
    const sizes = [900, 60, 700, 40]
    const answer = await upload(
      house,
      bob,
      sizes.map((width, i) => file(aPng({ width, height: width, seed: 70 + i }))),
    )
    const ids = answer.json().images.map((one: { id: number }) => one.id)
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b))
  })

  test('what is left out is read from the file’s own metadata', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Category="Food">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ripe &amp; red</rdf:li></rdf:Alt></dc:title>
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">A tomato</rdf:li></rdf:Alt></dc:description>
      <dc:subject><rdf:Bag><rdf:li>tomato</rdf:li><rdf:li>salad</rdf:li></rdf:Bag></dc:subject>
      </rdf:Description></rdf:RDF></x:xmpmeta>`
    const { slug } = await uploaded([file(aPng({ seed: 5, xmp })), say('description', 'My own words')])
    expect(await shown(slug)).toMatchObject({
      title: 'Ripe & red',
      description: 'My own words',
      category: 'food',
      keywords: [{ name: 'tomato' }, { name: 'salad' }],
    })
  })

  test('the same bytes again from the same contributor are the same image, also at the same moment', async () => {
    const png = aPng({ seed: 6 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => uploaded([file(png)])))
    expect(new Set(answers.map((one) => one.id)).size).toBe(1)
    expect((await uploaded([file(png)], bob)).id).not.toBe(answers[0].id)
    expect(await uploaded([file(png), file(png)])).toMatchObject({ id: answers[0].id })
  })

  test('the same bytes of two contributors are two images, and both can be downloaded', async () => {
    const png = aPng({ seed: 7 })
    const both = [await uploaded([file(png)], ada), await uploaded([file(png)], bob)]
    await setStatus(house, admin, both.map((one) => one.id), 'approved') // biome-ignore format: one thought
    for (const { cloudflare_id } of both) {
      expect((await house.app.inject(`/api/v1/images/download/${cloudflare_id}/`)).rawPayload.equals(png)).toBe(true)
    }
  })

  test('an opaque picture is taken, and said to be opaque', async () => {
    const { slug } = await uploaded([file(aPng({ seed: 8, alpha: 'opaque' }))])
    expect(await shown(slug)).toMatchObject({ clear_share: 0, soft_share: 0 })
  })
})

describe('what is refused', () => {
  const refused = hostilePngs.filter((one) => one.outcome !== 'accepted')

  test.each(refused)(
    '$name is refused in words ($becomes) and leaves nothing behind',
    async ({ make, outcome: becomes }) => {
      const before = await house.db.selectFrom('images').select('id').execute()
      const answer = await upload(house, ada, [file(make(), 'holiday.png')])
      expect(answer.statusCode).toBe(400)
      const { code, fields } = answer.json()
      expect([code, fields[0].at]).toEqual(['none_accepted', 'images.0'])
      expect(fields[0].message).toMatch(/^[A-Z].*\.$/)
      expect(becomes).toBeTruthy()
      expect(await temporaryFiles(house)).toEqual([])
      expect(await house.db.selectFrom('images').select('id').execute()).toEqual(before)
    },
  )

  test('one bad file never costs the others', async () => {
    const answer = await upload(house, ada, [
      file(aPng({ seed: 20 }), 'good.png'),
      file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'sly.png'),
      file(aPng({ seed: 21 }).subarray(0, 200), 'half.png'),
      file(aPng({ seed: 22 }), 'good too.png'),
      say('category', ''), say('category', ''), say('category', ''), say('category', 'no such category'),
    ]) // biome-ignore format: files above, words below
    expect(answer.statusCode).toBe(201)
    const { images, errors } = answer.json()
    expect(images.map((one: { index: number }) => one.index)).toEqual([0])
    expect(errors.map(({ index, filename, code }: Record<string, unknown>) => [index, filename, code])).toEqual([
      [1, 'sly.png', 'other_format'],
      [2, 'half.png', 'truncated'],
      [3, 'good too.png', 'invalid'],
    ])
    expect(errors[2].message).toBe('There is no category "no such category".')
  })

  test('words and names that cannot be stored cost nobody anything', async () => {
    const answer = await upload(house, ada, [
      ...[
        file(aPng({ width: 71, seed: 40 }), 'first.png'),
        file(aPng({ width: 71, seed: 41 }), 'a\u0000b.png'),
        file(aPng({ width: 71, seed: 42 }), 'c.png'),
      ],
      ...[
        say('keywords', '["a\\u0000b", "sea"]'),
        say('keywords', 'İstanbul, istanbul'),
        say('keywords', 'x'.repeat(9000)),
      ],
    ])
    expect(answer.json().errors).toEqual([])
    expect(answer.json().images).toHaveLength(3)
    expect((await shown(answer.json().images[0].slug)).keywords).toMatchObject([{ name: 'sea' }])
  })

  test('a large refused file does not swallow the good one behind it', async () => {
    const large = Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(5_000_000)])
    const answer = await upload(house, ada, [file(large, 'large.gif'), file(aPng({ seed: 23 }), 'good.png')])
    expect(answer.json().images).toHaveLength(1)
    expect(answer.json().errors[0].code).toBe('other_format')
  })

  test('a file of more than 50 MB costs its neighbours nothing', async () => {
    const head = aPng({ seed: 24 }).subarray(0, 33) // signature and IHDR
    const large = Buffer.concat([head, chunk('IDAT', Buffer.alloc(50_000_000)), Buffer.alloc(1000)])
    const answer = await upload(house, ada, [file(large, 'large.png'), file(aPng({ seed: 24 }), 'good.png')])
    expect(answer.json().images).toHaveLength(1)
    expect(answer.json().errors[0].code).toBe('file_too_large')
  })

  test('more than ten files are too many, and none is no upload', async () => {
    const many = Array.from({ length: 11 }, (_, i) => file(aPng({ seed: 30 + i })))
    const answer = await upload(house, ada, many)
    expect([answer.statusCode, answer.json().message]).toEqual([413, 'Send at most 10 images at once.'])
    expect((await upload(house, ada, [say('title', 'No file')])).json().code).toBe('no_images')
    expect(await temporaryFiles(house)).toEqual([])
  })
})

describe('names and words that people send', () => {
  test.each([
    ['../../etc/passwd.png', 'Passwd'],
    ['C:\\pictures\\Sun set.png', 'Sun set'],
    ['.png', 'Untitled'],
    ['смешной_кот.png', 'Смешной кот'],
  ])('a file called %s becomes the title %s and never a path', async (name, title) => {
    const { slug } = await uploaded([file(aPng({ seed: name.length * 131 }), name)])
    expect((await shown(slug)).title).toBe(title)
  })

  test.each([
    '"><svg onload=alert(1)>',
    '{{7*7}}',
    "Robert'); drop table images;--",
    '=HYPERLINK("x")',
    '🦊 ‮gnp.exe',
    'a'.repeat(200),
  ])('the title %s comes back exactly', async (title) => {
    const { slug } = await uploaded([file(aPng({ seed: 900 + title.length })), say('title', title)])
    expect((await shown(slug)).title).toBe(title)
  })

  test.each([
    ['a\u0000b', /cannot be shown/],
    ['a'.repeat(201), /at most 200 characters/],
  ])('the title %j is refused cleanly', async (title, message) => {
    const answer = await upload(house, ada, [file(aPng({ seed: 999 })), say('title', title)])
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields[0].message).toMatch(message)
  })
})
