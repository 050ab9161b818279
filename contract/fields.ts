import * as z from 'zod/mini'

/** A required text; limits and messages come from the same numbers, so they agree (requirements: #form-validation). */
export function requiredText(label: string, min: number, max: number, end: '' | '.' = '') {
  const required = `${label} is required${end}`
  return z.string({ error: required }).check(
    z.minLength(1, { error: required, abort: true }),
    z.minLength(min, `${label} must be at least ${min} characters${end}`),
    // What is too long is looked at no further: no pattern ever runs over a megabyte.
    z.maxLength(max, { error: `${label} must be at most ${max} characters${end}`, abort: true }),
    printable(label, end),
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Without control characters and halves of letters: PostgreSQL refuses NUL, and no line needs the rest. */
export const isPrintable = (value: string) => !unprintable.test(value) && value.isWellFormed()

const printable = (label: string, end = '') =>
  z.refine<string>(isPrintable, `${label} holds characters that cannot be shown${end}`)

/** Something, an at sign, something; 10 to 40 characters (requirements: #email-length). */
export function email(end: '' | '.' = '') {
  return requiredText('Email', 10, 40, end).check(z.regex(/^\S+@\S+$/, 'Enter a valid email.'))
}

export const password = (label: string, end: '' | '.' = '') => requiredText(label, 5, 15, end)

/** The second of two fields repeats the first. Said while other fields are wrong, too, so nobody learns of it last. */
export const fieldsMatch = <First extends string, Second extends string>(
  first: First,
  second: Second,
  message: string,
) =>
  z.refine<Record<First | Second, unknown>>((said) => said[first] === said[second], {
    error: message,
    path: [second],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

/** A text that may be left out or empty. */
export function optionalText(label: string, max: number) {
  return z
    .string()
    .check(z.maxLength(max, { error: `${label} must be at most ${max} characters`, abort: true }), printable(label))
}

/** A name of ours in an address: a slug or a cloudflare_id. */
export const pathSegment = z
  .string()
  .check(z.maxLength(200, { error: 'Not found', abort: true }), printable('The address'))

/** A row number, in a path or in a list. */
const wholeNumberMessage = 'A whole number is needed'
export const id = z.pipe(
  z.union(
    [z.number(wholeNumberMessage), z.string(wholeNumberMessage).check(z.regex(/^\d{1,16}$/, wholeNumberMessage))],
    wholeNumberMessage,
  ),
  z.pipe(
    z.transform((said: string | number) => Number(said)),
    z
      .number(wholeNumberMessage)
      .check(z.int(wholeNumberMessage), z.minimum(1, wholeNumberMessage), z.maximum(2 ** 53 - 1, wholeNumberMessage)),
  ),
)

/** Pages are numbered from 1 (requirements: #page-sizes). */
export const pageNumber = z._default(
  z.coerce
    .number('The page is a whole number from 1')
    .check(
      z.int('The page is a whole number from 1'),
      z.minimum(1, 'The page is a whole number from 1'),
      z.maximum(1e6),
    ),
  1,
)
