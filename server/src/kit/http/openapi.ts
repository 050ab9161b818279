import { apiBase, type Endpoint, type EndpointGroup, type Schema } from '@vitrine/contract/endpoint'
import { type ErrorCode, errorBody, errors } from '@vitrine/contract/errors'
import * as z from 'zod/mini'

/** OpenAPI 3.1 of the contract: the same tables that are served. Only their `fails` is not held to by the compiler. */
export function openApiDocument(api: Record<string, EndpointGroup>, site: { name: string; url: string }) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${site.name} API`,
      version: '1',
      description: 'Search, download, upload and review transparent PNG images.',
    },
    servers: [{ url: site.url + apiBase }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths: pathsOf(api),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  }
}

function pathsOf(api: Record<string, EndpointGroup>) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, group] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(tag, name, endpoint) }
    }
  }
  return paths
}

function operation(tag: string, name: string, endpoint: Endpoint) {
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.access !== 'anyone' && { security: [{ bearer: [] }] }),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: responses(endpoint),
  }
}

function parameters({ path, params, query }: Endpoint) {
  // What a slot holds once read: an address has no types of its own.
  const known = params ? jsonSchema(params, 'output').properties : {}
  const slots = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known?.[name] ?? { type: 'string' },
  }))
  const { properties = {}, required = [] } = query ? jsonSchema(query, 'input') : {}
  const asked = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return [...slots, ...asked]
}

function requestBody({ body, form }: Endpoint) {
  if (body)
    return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
  if (!form) return {}
  const { properties = {}, required } = jsonSchema(form, 'input')
  const parts = Object.entries(properties).map(([name, schema]) => [name, { type: 'array', items: schema }])
  const schema = { type: 'object', properties: Object.fromEntries(parts), required }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

const responses = (endpoint: Endpoint) => ({ ...successResponses(endpoint), ...errorResponses(endpoint) })

/** A file is also sent in parts, and not at all to whoever has it (RFC 9110). */
function successResponses({ reply, status = 200 }: Endpoint) {
  if (reply !== 'file') {
    const content = { 'application/json': { schema: jsonSchema(reply, 'output') } }
    return { [status]: { description: 'Done', content } }
  }
  const content = { 'image/png': {} }
  return {
    200: { description: 'Done', content },
    206: { description: 'The part that Range asks for', content },
    304: { description: 'The bytes are still those of If-None-Match' },
  }
}

function errorResponses(endpoint: Endpoint) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const byStatus = Map.groupBy(new Set(errorCodesOf(endpoint)), (code) => errors[code][0])
  const answers = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => errors[code][1]).join(' ')
    return [status, { description, 'x-codes': codes, content }] as const
  })
  return Object.fromEntries(answers)
}

/** A call's own errors stand in its terms; the others follow from what it takes and who may call (serve.ts, http.ts). */
function errorCodesOf({ errors: fails = [], access, params, query, body }: Endpoint): ErrorCode[] {
  const taking: ErrorCode[] = params || query || body ? ['invalid'] : []
  const reading: ErrorCode[] = body ? ['not_json', 'too_large', 'wrong_type'] : []
  const entering: ErrorCode[] = access === 'anyone' ? [] : ['not_signed_in', 'blocked']
  if (access === 'admin') entering.push('not_allowed')
  return [...entering, ...taking, ...reading, ...fails, 'internal', 'unavailable']
}

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}
