import { queryOptions } from '@tanstack/react-query'
import { ApiError, type Transport } from '#api/api-client.ts'

/** The description that the server makes of its contract. The page reads this and not the contract, whose checks it does not need. */
export function openApiQuery(send: Transport) {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: async () => {
      const answer = await send({ method: 'GET', path: openApiPath })
      if (answer.status !== 200) throw new ApiError(answer)
      return answer.json as OpenApi
    },
  })
}

export const openApiPath = '/api/v1/openapi.json'

/** What the page uses of OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0). */
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
  'x-access': 'anyone' | 'signed-in' | 'admin'
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content; 'x-codes'?: string[] }>
}

export type Content = Record<string, { schema?: Schema }>

/** JSON Schema 2020-12, as far as the contract's fields need it. */
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
