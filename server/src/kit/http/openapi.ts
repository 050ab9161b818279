import { apiBase, type Endpoint, type EndpointGroup, openApiPath, type Schema } from '@vitrine/contract/endpoint'
import { type ErrorCode, errorBody, errors } from '@vitrine/contract/errors'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { ResponseCache } from '#kit/pages/response-cache'
import { sendCachedResponse } from '#kit/pages/send-cached-response'
import { anyOrigin, readMethods, rejectOtherMethods } from './methods.ts'

interface OpenApiInfo {
  name: string
  url: string
  description: string
  /** Of the replies that are files. */
  fileContentType: string
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
    vary: 'accept-encoding',
  }
  app.get(openApiPath, async (request, reply) => {
    const render = async () => ({ status: 200, text: JSON.stringify(openApiDocument(api, info)) })
    return sendCachedResponse(await pageCache.get(openApiPath, render), headers, request, reply)
  })
  rejectOtherMethods(app, openApiPath, readMethods, true)
}

/** OpenAPI 3.1 of the contract, from the tables that are served. The compiler checks all of them but `errors`. */
function openApiDocument(api: Record<string, EndpointGroup>, info: OpenApiInfo) {
  return {
    openapi: '3.1.0',
    info: {
      title: `${info.name} API`,
      version: '1',
      description: info.description,
    },
    servers: [{ url: info.url + apiBase }],
    tags: Object.keys(api).map((name) => ({ name })),
    paths: pathsOf(api, info.fileContentType),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' },
      },
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  }
}

function pathsOf(api: Record<string, EndpointGroup>, fileContentType: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [tag, group] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(tag, name, endpoint, fileContentType) }
    }
  }
  return paths
}

function operation(tag: string, name: string, endpoint: Endpoint, fileContentType: string) {
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.access !== 'anyone' && {
      security: [{ bearer: [] }, ...(endpoint.allowsApiKey ? [{ apiKey: [] }] : [])],
    }),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: { ...successResponses(endpoint, fileContentType), ...errorResponses(endpoint) },
  }
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
  if (body)
    return { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }
  if (!form) return {}
  const { properties = {}, required } = jsonSchema(form, 'input')
  const parts = Object.entries(properties).map(([name, schema]) => [name, { type: 'array', items: schema }])
  const schema = { type: 'object', properties: Object.fromEntries(parts), required }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

/** A file is also sent in ranges, and not again where the client's copy is current (RFC 9110). */
function successResponses({ reply, streamedType, status = 200 }: Endpoint, fileContentType: string) {
  if (reply !== 'file') {
    const content = { 'application/json': { schema: jsonSchema(reply, 'output') } }
    return { [status]: { description: 'Done', content } }
  }
  if (streamedType) return { 200: { description: 'Done', content: { [streamedType]: {} } } }
  const content = { [fileContentType]: {} }
  return {
    200: { description: 'Done', content },
    206: { description: 'The part that Range asks for', content },
    304: { description: 'The bytes are still those of If-None-Match' },
  }
}

function errorResponses(endpoint: Endpoint) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  const byStatus = Map.groupBy(new Set(errorCodesOf(endpoint)), (code) => errors[code][0])
  const responses = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => errors[code][1]).join(' ')
    return [status, { description, 'x-codes': codes, content }] as const
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
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest as JsonSchema
}
