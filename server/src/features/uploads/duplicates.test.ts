import { createHash } from 'node:crypto'
import { hammingDistance, hashToHex, perceptualHash } from '@vitrine/contract/perceptual-hash'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, type TestUser } from '#test/test-app'

const house = await openTestApp()
const { app } = house
const [ada, bob, admin] = [await createUser(house), await createUser(house), await createUser(house, 'admin')]

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
/** A lighthouse, a boat, a moon: shapes that nobody takes for one another. */
const shapes = {
  lighthouse:
    '<path d="M40 120 48 40h32l8 80z" fill="#c33"/><path d="M48 60h32v16H46z" fill="#fff"/><circle cx="64" cy="28" r="12" fill="#fd5"/>',
  boat: '<path d="M8 84h112l-20 32H28z" fill="#345"/><path d="M60 8v70H16z" fill="#eee"/><path d="M68 20v58h40z" fill="#e83"/>',
  moon: '<path d="M84 8a56 56 0 1 0 0 112 80 80 0 0 1 0-112z" fill="#999"/>',
}
const drawn = (shape: keyof typeof shapes) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="400" height="400">${shapes[shape]}</svg>`)).png() // biome-ignore format: one thought
const repacked = async (png: Buffer) =>
  sharp(await sharp(png).resize(230).png().toBuffer())
    .extend({ top: 90, left: 20, bottom: 5, right: 60, background: clear })
    .webp({ quality: 70 })
    .toBuffer()

/** What a browser would say of a file before sending it. */
async function described(bytes: Buffer) {
  const { data, info } = await sharp(bytes).resize(64, 64, { fit: 'inside' }).ensureAlpha().raw().toBuffer({ resolveWithObject: true }) // biome-ignore format: one thought
  const look = perceptualHash({ pixels: data, width: info.width, height: info.height })
  return { sha256: createHash('sha256').update(bytes).digest('hex'), look: hashToHex(look) }
}
const ask = async (person: TestUser, pictures: object[]) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/v1/images/upload/alike/',
      headers: person.headers,
      payload: { pictures },
    })
  ).json()

const png = await drawn('lighthouse').toBuffer()
const lighthouse = await createImage(house, ada, { png, title: 'Lighthouse' })
await createImage(house, ada, { png: await drawn('boat').toBuffer(), title: 'Boat' })

describe('before sending', () => {
  test('one is told which pictures one has: the same bytes, or the same motif in another size with other margins', async () => {
    const pictures = [
      await described(await drawn('moon').toBuffer()),
      await described(await repacked(png)),
      await described(png),
    ]
    expect(await ask(ada, pictures)).toEqual({
      found: [
        expect.objectContaining({ index: 1, same: false, id: lighthouse.id, title: 'Lighthouse', status: 'pending' }),
        expect.objectContaining({ index: 2, same: true, id: lighthouse.id }),
      ],
    })
  })

  test('one is told nothing of what others have', async () => {
    expect(await ask(bob, [await described(png)])).toEqual({ found: [] })
  })

  test('a picture without anything to see looks like nothing', async () => {
    const empty = await sharp({ create: { width: 50, height: 50, channels: 4, background: clear } })
      .png()
      .toBuffer()
    expect(await described(empty)).toMatchObject({ look: null })
    await createImage(house, bob, { png: empty, title: 'Nothing' })
    expect(await ask(bob, [{ sha256: 'a'.repeat(64), look: null }])).toEqual({ found: [] })
  })

  test.each([
    [[{ sha256: 'short', look: null }]],
    [[{ sha256: 'a'.repeat(64), look: 'x'.repeat(16) }]],
    [Array.from({ length: 21 }, () => ({ sha256: 'a'.repeat(64), look: null }))],
  ])('nonsense is refused', async (pictures) => {
    expect((await ask(ada, pictures)).code).toBe('invalid')
  })
})

test('an admin sees what looks like an image, whoever sent it', async () => {
  const copy = await createImage(house, bob, {
    png: await sharp(await repacked(png))
      .png()
      .toBuffer(),
    title: 'My lighthouse',
  })
  const answer = await app.inject({ url: `/api/v1/images/alike/${copy.id}/`, headers: admin.headers })
  expect(answer.json().images).toMatchObject([{ id: lighthouse.id, username: ada.username, title: 'Lighthouse' }])
})

test('looks differ in as many bits as they have different ones', () => {
  expect([hammingDistance(0n, 0n), hammingDistance(0b1011n, 0b0010n), hammingDistance(2n ** 64n - 1n, 0n)]).toEqual([
    0, 2, 64,
  ])
  expect(hashToHex(10n)).toBe('000000000000000a')
  expect(hashToHex(null)).toBeNull()
})

test('test pictures with other seeds are other pictures', async () => {
  const [one, other] = [await described(aPng({ seed: 1 })), await described(aPng({ seed: 2 }))]
  expect(one.sha256).not.toBe(other.sha256)
})
