import { messages } from './messages.ts'
import type { Schema } from './open-api.ts'

/** One row of a field table. */
export interface Field {
  name: string
  type: string
  limits: string
  note: string
}

/** The fields of an object schema; nested ones are named `outer.inner`, those of array items `list[].inner`. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = prefix + key
    const note = schema.required?.includes(key) ? '' : messages.optional
    const inner = nonNullSchema(field)
    const item = inner.items && nonNullSchema(inner.items)
    const nested = item?.properties ? fieldsOf(item, `${name}[].`) : fieldsOf(inner, `${name}.`)
    return [{ name, type: typeOf(field), limits: limitsOf(inner), note }, ...nested]
  })
}

/** A readable type: 'text', 'list of numbers', 'pending | approved | rejected'. */
export function typeOf(schema: Schema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeNames[type] ?? type).join(' | ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  return typeNames[schema.type ?? ''] ?? schema.type ?? 'anything'
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
}

/** A schema's bounds as text; the implicit bounds of a safe integer are left out. */
export function limitsOf({
  minLength,
  maxLength,
  minItems,
  maxItems,
  minimum,
  maximum,
  default: fallback,
}: Schema): string {
  const parts = [
    rangeText(minLength, maxLength, 'characters'),
    rangeText(minItems, maxItems, 'items'),
    rangeText(minimum, maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined, ''),
    fallback === undefined ? '' : `${JSON.stringify(fallback)} ${messages.unlessGiven}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function rangeText(from: number | undefined, to: number | undefined, of: string): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return `from ${from} ${of}`.trim()
  return `${from === undefined ? 'up to' : `${from} to`} ${to} ${of}`.trim()
}

/** The alternative of a nullable schema that is not null. */
function nonNullSchema(schema: Schema): Schema {
  return (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null') ?? schema
}
