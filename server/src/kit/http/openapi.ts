import { apiBase, type Endpoint, type EndpointGroup, openApiPath, type Schema } from '@vitrine/contract/endpoint'
import { type ErrorCode, errorBody, errors } from '@vitrine/contract/errors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ResponseCache } from '#kit/pages/response-cache'
import { serveCachedText } from '#kit/pages/send-cached-response'
import { anyOrigin, readMethods, rejectOtherMethods } from './methods.ts'

interface OpenApiInfo {
  name: string
  url: string
  description: string
}

export function serveOpenApi(
  app: FastifyInstance,
  pageCache: ResponseCache,
  api: Record<string, EndpointGroup>,
  info: OpenApiInfo,
) {
  const headers = {
    ...anyOrigin,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  }
  const render = async () => JSON.stringify(openApiDocument(api, info))
  serveCachedText(app, { path: openApiPath, cache: pageCache, headers }, render)
  rejectOtherMethods(app, openApiPath, readMethods, true)
}

/** OpenAPI 3.1 of the contract, from the tables that are served. The compiler checks all of them but `errors`. */
function openApiDocument(api: Record<string, EndpointGroup>, info: OpenApiInfo) {
  const { paths, schemas } = withNamedSchemas(pathsOf(api))
  return {
    openapi: '3.1.0',
    info: {
      title: `${info.name} API`,
      version: '1',
      description: info.description,
    },
    servers: [{ url: info.url + apiBase }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' },
      },
      schemas: { Error: jsonSchema(errorBody, 'output'), ...schemas },
    },
  }
}

/** States the schemas that have an id in Zod's registry once; each brings its own, as `$defs`. */
function withNamedSchemas<T>(paths: T) {
  const schemas: Record<string, unknown> = {}
  const text = JSON.stringify(paths, (_, value) => {
    if (!value?.$defs) return value
    const { $defs, ...rest } = value
    Object.assign(schemas, $defs)
    return rest
  })
  return JSON.parse(JSON.stringify({ paths: JSON.parse(text), schemas }).replaceAll('"#/$defs/', inComponents)) as {
    paths: T
    schemas: Record<string, unknown>
  }
}

const inComponents = '"#/components/schemas/'

function pathsOf(api: Record<string, EndpointGroup>) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, group] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], ...operations(tag, name, endpoint) }
    }
  }
  return paths
}

/** Of a file its HEAD too, which tells how long it is. */
function operations(tag: string, name: string, endpoint: Endpoint) {
  const operation = {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: endpoint.access === 'anyone' ? [] : [{ bearer: [] }, ...(endpoint.allowsApiKey ? [{ apiKey: [] }] : [])],
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: { ...successResponses(endpoint), ...errorResponses(endpoint) },
  }
  if (endpoint.reply !== 'file') return { [endpoint.method.toLowerCase()]: operation }
  const headResponses = Object.entries(operation.responses).map(([status, { content: _, ...rest }]) => [status, rest])
  const head = { ...operation, operationId: `${tag}.${name}.head`, responses: Object.fromEntries(headResponses) }
  return { get: operation, head }
}

function parameters({ path, params, query }: Endpoint) {
  // The parsed type of a slot: an address has no types of its own.
  const slotSchemas = params ? jsonSchema(params, 'output').properties : {}
  const slots = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: slotSchemas?.[name] ?? { type: 'string' },
  }))
  const { properties = {}, required = [] } = query ? jsonSchema(query, 'input') : {}
  const queryParameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  return [...slots, ...queryParameters]
}

function requestBody({ body, form }: Endpoint) {
  const type = body ? 'application/json' : 'multipart/form-data'
  const schema = body ?? form
  return schema && { requestBody: { required: true, content: { [type]: { schema: jsonSchema(schema, 'input') } } } }
}

/** A file is also sent in ranges, and not again where the client's copy is current (RFC 9110). */
function successResponses({ reply, fileTypes, streamedType, status = 200 }: Endpoint): Record<number, ResponseObject> {
  if (reply !== 'file') {
    const content = { 'application/json': { schema: jsonSchema(reply, 'output') } }
    return { [status]: { description: 'Done', content } }
  }
  const bytes = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const name = headers('Content-Disposition')
  if (streamedType) return { 200: { description: 'Done', headers: name, content: { [streamedType]: bytes } } }
  const content = Object.fromEntries(fileTypes!.map((type) => [type, bytes]))
  const ofFile = { ...name, ...headers('ETag') }
  return {
    200: { description: 'Done', headers: ofFile, content },
    206: { description: 'The part that Range asks for', headers: { ...ofFile, ...headers('Content-Range') }, content },
    304: { description: 'The bytes are still those of If-None-Match', headers: headers('ETag') },
  }
}

interface ResponseObject {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, unknown>
}

const headers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]))

/** Of an answer with this status, whatever refused it. */
const errorHeaders: Record<number, string> = {
  401: 'WWW-Authenticate',
  416: 'Content-Range',
  429: 'Retry-After',
  503: 'Retry-After',
}

function errorResponses(endpoint: Endpoint): Record<number, ResponseObject> {
  const error = { $ref: '#/components/schemas/Error' }
  const byStatus = Map.groupBy(new Set(errorCodesOf(endpoint)), (code) => errors[code][0])
  const responses = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => errors[code][1]).join(' ')
    const schema = { allOf: [error, { type: 'object', properties: { code: { type: 'string', enum: codes } } }] }
    const header = errorHeaders[status]
    const content = { 'application/json': { schema } }
    return [status, { description, ...(header && { headers: headers(header) }), content }] as const
  })
  return Object.fromEntries(responses)
}

/** An endpoint declares the errors of its own work; the others follow from its access and input (endpoints.ts). */
function errorCodesOf({
  errors: declared = [],
  isCacheable,
  bulkhead,
  method,
  access,
  allowsApiKey,
  params,
  query,
  body,
}: Endpoint): ErrorCode[] {
  const ofInput: ErrorCode[] = params || query || body ? ['invalid'] : []
  const ofBody: ErrorCode[] = body ? ['not_json', 'too_large', 'wrong_type'] : []
  const ofAccess: ErrorCode[] = access === 'anyone' ? [] : ['not_signed_in', 'blocked', 'too_many']
  if (access === 'confirmed') ofAccess.push('email_not_confirmed', 'terms_changed')
  if (access === 'admin') ofAccess.push('not_allowed')
  if (access !== 'anyone' && !allowsApiKey) ofAccess.push('not_by_api_key')
  if (allowsApiKey) ofAccess.push('api_key_expired')
  const ofLoad: ErrorCode[] = isCacheable || bulkhead === 'upload' || bulkhead === 'csv' ? ['overloaded'] : []
  const ofChange: ErrorCode[] = method === 'GET' || access === 'anyone' ? [] : ['in_use']
  return [...ofAccess, ...ofInput, ...ofBody, ...declared, ...ofChange, ...ofLoad, 'internal', 'unavailable']
}

interface JsonSchema {
  properties?: Record<string, unknown>
  required?: string[]
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: asBinary })
  return rest as JsonSchema
}

/** A file as OpenAPI 3.1 has it, which has no `format: binary` any more. */
function asBinary({ zodSchema, jsonSchema }: { zodSchema: Schema; jsonSchema: Record<string, unknown> }) {
  if (zodSchema._zod.def.type !== 'file') return
  delete jsonSchema.format
  delete jsonSchema.contentEncoding
  jsonSchema.contentMediaType = 'application/octet-stream'
}
