import { apiBase, type Endpoint, type Group, type Schema } from '@vitrine/contract/endpoint'
import { errorBody, errors } from '@vitrine/contract/errors'
import * as z from 'zod/mini'

/** OpenAPI 3.1 of the contract: the same tables that are served, so the description cannot be out of date. */
export function openApi(api: Record<string, Group>, site: { name: string; url: string }) {
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

function pathsOf(api: Record<string, Group>) {
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
    summary: endpoint.does,
    'x-access': endpoint.access,
    ...(endpoint.access !== 'anyone' && { security: [{ bearer: [] }] }),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: responses(endpoint),
  }
}

function parameters({ path, query }: Endpoint) {
  const slots = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
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

/** The statuses that a call can answer with follow from its terms: what it takes and who may call. */
function responses({ reply, status = 200, access, body, query, path, form }: Endpoint) {
  const good = reply === 'file' ? { 'image/png': {} } : { 'application/json': { schema: jsonSchema(reply, 'output') } }
  const bad = [
    ...(body || query || form ? [400] : []),
    ...(access !== 'anyone' ? [401, 403] : []),
    ...(path.includes(':') ? [404] : []),
    500,
    503,
  ]
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return {
    [status]: { description: 'Done', content: good },
    ...Object.fromEntries(bad.map((one) => [one, { description: sentenceOf(one), content: error }])),
  }
}

const sentenceOf = (status: number) => Object.values(errors).find(([of]) => of === status)?.[1] ?? 'Error'

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}
