import { expect, test } from 'vitest'
import { runInRequest } from '#kit/tracing/request-context'
import { verifyPassword } from './password-hash.ts'

/** Networks of the guesses that were compared, in order. */
const compared: string[] = []
const guessFrom = (network: string) =>
  runInRequest({ id: 'a', origin: () => 'POST /login', network: () => network }, async () => {
    expect(await verifyPassword('not-this-one', undefined)).toBe(false)
    compared.push(network)
  })

test('networks take turns, and what the line of one cannot take is refused as an overload', async () => {
  const [many, one] = ['2001:db8:6::/48', '192.0.2.5']
  const guesses = Promise.allSettled(Array.from({ length: 60 }, () => guessFrom(many)))
  await guessFrom(one)
  expect(compared.indexOf(one)).toBeLessThan(6)
  const refused = (await guesses).flatMap((answer) =>
    answer.status === 'rejected' ? [[answer.reason.status, answer.reason.code]] : [],
  )
  expect(refused).toEqual(Array(60 - 52).fill([503, 'overloaded']))
})
