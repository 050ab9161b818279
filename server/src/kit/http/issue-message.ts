import type * as z from 'zod/mini'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/**
 * The sentence for an issue whose schema has none of its own, in place of zod's "Invalid input"
 * (requirements: #messages-in-plain-words).
 */
export function issueMessage(issue: Issue): string {
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
