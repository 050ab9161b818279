import { messages } from './messages.ts'
import type { Operation, Schema } from './open-api.ts'

/** The request as a curl command. */
export function curlCommand(server: string, method: string, path: string, operation: Operation): string {
  const url = `${server}${path.replaceAll(/\{(\w+)\}/g, (_, slot: string) => `EXAMPLE_${slot.toUpperCase()}`)}`
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${url}'`,
    operation['x-access'] !== 'anyone' && `-H 'Authorization: Bearer ${messages.yourToken}'`,
    type === 'application/json' && `-H 'Content-Type: application/json'`,
    type === 'application/json' && `-d '${JSON.stringify(sampleValue(content?.schema ?? {}))}'`,
    type === 'multipart/form-data' && `-F 'images=@picture.png;type=image/png'`,
    Object.values(operation.responses)[0]?.content?.['image/png'] && '-OJ',
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}

/** A sample value that matches the schema. */
function sampleValue(schema: Schema): unknown {
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return sampleValue(choice)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return [sampleValue(schema.items ?? {})]
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleValue(inner)]))
  return '...'
}
