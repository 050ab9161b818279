import { queryOptions } from '@tanstack/react-query'
import { ApiError, type Transport } from '#api/api-client.ts'

/** The OpenAPI document; importing the contract instead would put its validators into the page's bundle. */
export function openApiQuery(send: Transport) {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: async () => {
      const response = await send({ method: 'GET', path: openApiPath })
      if (response.status !== 200) throw new ApiError(response)
      return response.json as OpenApi
    },
  })
}

export const openApiPath = '/api/v1/openapi.json'

/** The part of OpenAPI 3.1 that the page uses (spec.openapis.org/oas/v3.1.0). */
export interface OpenApi {
  info: { title: string; description?: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

export interface Operation {
  tags: string[]
  operationId: string
  summary: string
  'x-access': 'anyone' | 'signed-in' | 'confirmed' | 'admin'
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}

export interface Response {
  description: string
  content?: Content
  'x-codes'?: string[]
}

export type Content = Record<string, { schema?: Schema }>

/** The part of JSON Schema 2020-12 that the contract's fields use. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  default?: unknown
}
