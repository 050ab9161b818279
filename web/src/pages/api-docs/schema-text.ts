import { messages } from './messages.ts'
import type { Schema } from './open-api.ts'

/** One row of a table of fields. */
export interface Field {
  name: string
  type: string
  limits: string
  note: string
}

/** The fields of an object, those of objects inside it as `outer.inner` and of lists as `list[].inner`. */
export function fieldsOf(schema: Schema, within = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = within + key
    const note = schema.required?.includes(key) ? '' : messages.optional
    const inner = nonNullSchema(field)
    const item = inner.items && nonNullSchema(inner.items)
    const below = item?.properties ? fieldsOf(item, `${name}[].`) : fieldsOf(inner, `${name}.`)
    return [{ name, type: typeOf(field), limits: limitsOf(inner), note }, ...below]
  })
}

/** A schema's type in a word: 'text', 'list of numbers', 'pending | approved | rejected'. */
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

/** A schema's bounds in words; bounds that only say 'a whole number' are not worth a word. */
export function limitsOf({
  minLength,
  maxLength,
  minItems,
  maxItems,
  minimum,
  maximum,
  default: usual,
}: Schema): string {
  const said = [
    rangeText(minLength, maxLength, 'characters'),
    rangeText(minItems, maxItems, 'items'),
    rangeText(minimum, maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined, ''),
    usual === undefined ? '' : `${JSON.stringify(usual)} unless said`,
  ]
  return said.filter(Boolean).join(', ')
}

function rangeText(from: number | undefined, to: number | undefined, of: string): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return `from ${from} ${of}`.trim()
  return `${from === undefined ? 'up to' : `${from} to`} ${to} ${of}`.trim()
}

/** The part of a schema that says something, where null is allowed beside it. */
function nonNullSchema(schema: Schema): Schema {
  return (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null') ?? schema
}
