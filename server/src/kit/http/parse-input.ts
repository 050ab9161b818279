import type { Endpoint, Schema } from '@vitrine/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#kit/api-error'
import { issueMessage } from './issue-message.ts'

/** The parsed parts of a request that the endpoint declares a schema for. */
export function parseRequest(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params ? parseInput(endpoint.params, request.params) : request.params,
    ...(endpoint.query && { query: parseInput(endpoint.query, withoutEmptyValues(request.query as object)) }),
    ...(endpoint.body && { body: parseInput(endpoint.body, request.body ?? {}) }),
  }
}

/** Forms without JavaScript send every field; an empty one means nothing (requirements: #query-parameters). */
const withoutEmptyValues = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Bounds the reply: a list of 300,000 wrong items would otherwise be answered with as many messages. */
const MAX_ISSUES = 20

/** The value as its schema parses it; throws `invalid` with one message per field. */
export function parseInput<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value, { error: issueMessage })
  if (parsed.success) return parsed.data
  const messages = new Map<string, string>()
  for (const issue of parsed.error.issues.slice(0, MAX_ISSUES)) {
    const at = issue.path.join('.')
    if (!messages.has(at)) messages.set(at, issue.message)
  }
  const fields = [...messages].map(([at, message]) => ({ at, message }))
  throw fail('invalid', { fields, message: fields.length === 1 ? fields[0]!.message : undefined })
}
