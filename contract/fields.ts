import * as z from 'zod/mini'

/** A required text; its limits and its messages are made from the same numbers (requirements: #form-validation). */
export function requiredText(label: string, min: number, max: number, end: '' | '.' = '') {
  const required = `${label} is required${end}`
  return z.string({ error: required }).check(
    z.minLength(1, { error: required, abort: true }),
    z.minLength(min, `${label} must be at least ${min} characters${end}`),
    // Aborts, so that no regular expression runs over a megabyte of text.
    z.maxLength(max, { error: `${label} must be at most ${max} characters${end}`, abort: true }),
    printable(label, end),
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters that are refused
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Whether a text has no control characters and no lone surrogates; PostgreSQL refuses NUL. */
export const isPrintable = (value: string) => !unprintable.test(value) && value.isWellFormed()

const printable = (label: string, end = '') =>
  z.refine<string>(isPrintable, `${label} holds characters that cannot be shown${end}`)

/** Text, an at sign, text; 10 to 40 characters (requirements: #email-length). */
export const email = (end: '' | '.' = '') =>
  requiredText('Email', 10, 40, end).check(z.regex(/^\S+@\S+$/, 'Enter a valid email.'))

/** Characters of a password; a site may allow more of them, up to `siteMax` (requirements: #password-length). */
export const passwordLength = { min: 5, max: 15, siteMax: 128 }

/** `max` is what the site allows. */
export const password = (label: string, max: number, end: '' | '.' = '') =>
  requiredText(label, passwordLength.min, max, end)

/** Usernames are part of addresses, so they are plain ASCII; they are unique regardless of case. */
const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/

/** Usernames that would collide with an address: /contributor/auth/ is a page. */
const reservedUsernames = ['auth']

/** The required message names 3 characters, as does the rule (requirements: #username-message). */
export const username = requiredText('Username', 3, 40).check(
  z.regex(usernamePattern, 'Use letters, digits, dot, hyphen and underscore only'),
  z.refine((name) => !reservedUsernames.includes(name.toLowerCase()), 'This username is taken.'),
)

/** Condition of a check of several fields: it runs even where one is invalid, so that all messages appear at once. */
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

export const fieldsMatch = <First extends string, Second extends string>(
  first: First,
  second: Second,
  message: string,
) =>
  z.refine<Record<First | Second, unknown>>((fields) => fields[first] === fields[second], {
    error: message,
    path: [second],
    when: isObject,
  })

export const optionalText = (label: string, max: number) =>
  z
    .string()
    .check(z.maxLength(max, { error: `${label} must be at most ${max} characters`, abort: true }), printable(label))

/** Text that may be left out, trimmed before a form asks whether it is there. */
export const trimmedText = (label: string, max: number) => z.optional(optionalText(label, max).check(z.trim()))

export const requiredWhere = (
  isRequired: (form: Partial<Record<string, unknown>>) => boolean,
  field: string,
  message: string,
) =>
  z.refine<Partial<Record<string, unknown>>>((form) => !isRequired(form) || Boolean(form[field]), {
    error: message,
    path: [field],
    when: isObject,
  })

/** Empty, or an address to answer to. */
export const answerAddress = optionalText('Email', 254).check(
  z.regex(/^(|[^\s,;@]+@[^\s,;@]+)$/, 'Enter a valid email.'),
)

/** A box of a form: `on`, as browsers send it, or true. */
export const ticked = z.pipe(
  z.union([z.boolean(), z.literal('on')], 'Tick it or leave it out'),
  z.transform((value) => value !== false),
)

/** True for 1, undefined where it is left out; anything else is refused. */
export const flag = (label: string) =>
  z.optional(
    z.pipe(
      z.literal('1', `${label} is 1 or left out`),
      z.transform(() => true),
    ),
  )

/** True for 1, false for 0, undefined where it is left out: a switch in a form that may lack it. */
export const onOrOff = (label: string) =>
  z.optional(
    z.pipe(
      z.enum(['0', '1'], `${label} is 1 or 0, or left out`),
      z.transform((value) => value === '1'),
    ),
  )

/** A slug, a username or a cloudflare_id in a path. */
export const pathSegment = z
  .string()
  .check(z.maxLength(200, { error: 'Not found', abort: true }), printable('The address'))

/** A database id, in a path or in a list. */
const wholeNumberMessage = 'A whole number is needed'
export const id = z.pipe(
  z.union(
    [z.number(wholeNumberMessage), z.string(wholeNumberMessage).check(z.regex(/^\d{1,16}$/, wholeNumberMessage))],
    wholeNumberMessage,
  ),
  z.pipe(
    z.transform((value: string | number) => Number(value)),
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

/** A time in a reply: a Date of the database is sent as text (ISO 8601). */
export const time = z.pipe(
  z.transform((at: Date | string) => (at instanceof Date ? at.toISOString() : at)),
  z.string(),
)
