import type { Endpoint, Schema } from '@vitrine/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#kit/api-error'

/** The parsed parts of a request that the endpoint declares a schema for. */
export const parseRequest = (endpoint: Endpoint, request: FastifyRequest) => ({
  params: endpoint.params ? parseInput(endpoint.params, request.params) : request.params,
  ...(endpoint.query && { query: parseInput(endpoint.query, withoutEmptyValues(request.query as object)) }),
  ...(endpoint.body && { body: parseInput(endpoint.body, request.body ?? {}) }),
})

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

/** In place of zod's "Invalid input", where a schema has no sentence (requirements: #messages-in-plain-words). */
function issueMessage(issue: Parameters<z.core.$ZodErrorMap>[0]): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${typeNames[issue.expected] ?? 'Another kind of value'} is needed`
    case 'invalid_value':
      return `Choose ${choices(issue.values.map(String))}`
    case 'too_big':
      return `At most ${issue.maximum}${units[issue.origin] ?? ''} ${issue.maximum === 1 ? 'is' : 'are'} allowed`
    case 'too_small':
      return `At least ${issue.minimum}${units[issue.origin] ?? ''} ${issue.minimum === 1 ? 'is' : 'are'} needed`
    default:
      return 'This value cannot be used'
  }
}

const typeNames: Record<string, string> = {
  string: 'A text',
  number: 'A number',
  int: 'A whole number',
  boolean: 'True or false',
  array: 'A list',
  object: 'A JSON object',
}

const units: Record<string, string> = { string: ' characters', array: ' items' }

const choices = (values: string[]) =>
  values.length < 2 ? String(values[0]) : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
