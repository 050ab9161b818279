import { createHash } from 'node:crypto'
import { hammingDistance, hashToHex, perceptualHash } from '@vitrine/contract/perceptual-hash'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

const clear = { r: 0, g: 0, b: 0, alpha: 0 }
/** Three drawings that no perceptual hash may confuse. */
const shapes = {
  lighthouse:
    '<path d="M40 120 48 40h32l8 80z" fill="#c33"/><path d="M48 60h32v16H46z" fill="#fff"/>' +
    '<circle cx="64" cy="28" r="12" fill="#fd5"/>',
  boat:
    '<path d="M8 84h112l-20 32H28z" fill="#345"/><path d="M60 8v70H16z" fill="#eee"/>' +
    '<path d="M68 20v58h40z" fill="#e83"/>',
  moon: '<path d="M84 8a56 56 0 1 0 0 112 80 80 0 0 1 0-112z" fill="#999"/>',
}
const svgOf = (shape: keyof typeof shapes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="400" height="400">${shapes[shape]}</svg>`
const drawn = (shape: keyof typeof shapes) => sharp(Buffer.from(svgOf(shape))).png()
const resizedWithMargins = async (png: Buffer) =>
  sharp(await sharp(png).resize(230).png().toBuffer())
    .extend({ top: 90, left: 20, bottom: 5, right: 60, background: clear })
    .webp({ quality: 70 })
    .toBuffer()

/** The hashes that a browser sends about a file before uploading it. */
async function hashesOf(bytes: Buffer) {
  const small = sharp(bytes).resize(64, 64, { fit: 'inside' }).ensureAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  const hash = perceptualHash({ pixels: data, width: info.width, height: info.height })
  return { sha256: createHash('sha256').update(bytes).digest('hex'), look: hashToHex(hash) }
}
const findDuplicates = async (person: TestUser, pictures: object[]) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/v1/images/upload/alike/',
      headers: person.headers,
      payload: { pictures },
    })
  ).json()

const png = await drawn('lighthouse').toBuffer()
const lighthouse = await createImage(testApp, ada, { png, title: 'Lighthouse' })
await createImage(testApp, ada, { png: await drawn('boat').toBuffer(), title: 'Boat' })

describe('before an upload', () => {
  test('contributors learn which images they have: the same bytes, or similar ones with other margins', async () => {
    const pictures = [
      await hashesOf(await drawn('moon').toBuffer()),
      await hashesOf(await resizedWithMargins(png)),
      await hashesOf(png),
    ]
    expect(await findDuplicates(ada, pictures)).toEqual({
      found: [
        expect.objectContaining({ index: 1, same: false, id: lighthouse.id, title: 'Lighthouse', status: 'pending' }),
        expect.objectContaining({ index: 2, same: true, id: lighthouse.id }),
      ],
    })
  })

  test('contributors learn nothing about the images of others', async () => {
    expect(await findDuplicates(bob, [await hashesOf(png)])).toEqual({ found: [] })
  })

  test('an image without visible pixels is similar to none', async () => {
    const empty = await sharp({ create: { width: 50, height: 50, channels: 4, background: clear } })
      .png()
      .toBuffer()
    expect(await hashesOf(empty)).toMatchObject({ look: null })
    expect(await findDuplicates(bob, [{ sha256: 'a'.repeat(64), look: null }])).toEqual({ found: [] })
  })

  test.each([
    [[{ sha256: 'short', look: null }]],
    [[{ sha256: 'a'.repeat(64), look: 'x'.repeat(16) }]],
    [Array.from({ length: 21 }, () => ({ sha256: 'a'.repeat(64), look: null }))],
  ])('invalid hashes are refused', async (pictures) => {
    expect((await findDuplicates(ada, pictures)).code).toBe('invalid')
  })
})

test('an admin sees images similar to one, by any contributor', async () => {
  const copy = await createImage(testApp, bob, {
    png: await sharp(await resizedWithMargins(png))
      .png()
      .toBuffer(),
    title: 'My lighthouse',
  })
  const answer = await app.inject({ url: `/api/v1/images/alike/${copy.id}/`, headers: admin.headers })
  expect(answer.json().images).toMatchObject([{ id: lighthouse.id, username: ada.username, title: 'Lighthouse' }])
})

test('the Hamming distance is the number of differing bits', () => {
  expect([hammingDistance(0n, 0n), hammingDistance(0b1011n, 0b0010n), hammingDistance(2n ** 64n - 1n, 0n)]).toEqual([
    0, 2, 64,
  ])
  expect(hashToHex(10n)).toBe('000000000000000a')
  expect(hashToHex(null)).toBeNull()
})

test('test images with different seeds are different images', async () => {
  const [one, other] = [await hashesOf(aPng({ seed: 1 })), await hashesOf(aPng({ seed: 2 }))]
  expect(one.sha256).not.toBe(other.sha256)
})
