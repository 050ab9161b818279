import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const key = randomBytes(32)
const { encrypt, decrypt } = createEncryption(key, 'one column')
const secret = 'a key of another service'

test('a text comes back, and is not seen in what is stored, each time under another nonce', () => {
  const ciphertext = encrypt(secret)
  expect(decrypt(ciphertext)).toBe(secret)
  expect(ciphertext.includes(secret.slice(0, 4))).toBe(false)
  const nonces = Array.from({ length: 1000 }, () => encrypt(secret).subarray(0, 12).toString('hex'))
  expect(new Set(nonces).size).toBe(1000)
})

test('one wrong bit anywhere, another key or another column is an error, and always the same one', () => {
  const ciphertext = encrypt(secret)
  const altered = Array.from({ length: ciphertext.length * 8 }, (_, bit) => {
    const copy = Buffer.from(ciphertext)
    copy[bit >> 3]! ^= 1 << (bit & 7)
    return () => decrypt(copy)
  })
  const attempts = [
    ...altered,
    () => createEncryption(randomBytes(32), 'one column').decrypt(ciphertext),
    () => createEncryption(key, 'another column').decrypt(ciphertext),
  ]
  for (const attempt of attempts) expect(attempt).toThrow('Unsupported state or unable to authenticate data')
})
