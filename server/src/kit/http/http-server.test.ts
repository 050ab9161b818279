import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { requestSummarizer } from './http-server.ts'

test('a log shows where a request went, and neither what was searched for nor a secret in the path', () => {
  const summarize = requestSummarizer((path) => path.replace('secret', '…'))
  const request = { id: 'a-1', method: 'GET', url: '/image/secret/?title=fox' } as FastifyRequest
  expect(summarize(request)).toEqual({ request: 'a-1', method: 'GET', path: '/image/…/' })
})
