import * as z from 'zod/mini'
import { optionalText } from './fields.ts'
import { joinLines } from './plain-text.ts'
import { category, keyword, keywords } from './schemas/image.ts'
import { licenceIds } from './vocabulary/licences.ts'
import * as limits from './vocabulary/limits.ts'
import { aiStatementIds } from './vocabulary/provenance/ai-statements.ts'

/** How a field is entered in a form and written in a CSV cell. */
export type ImageFieldKind = 'text' | 'textarea' | 'keywords' | 'category' | 'licence' | 'ai'

/** A row of the table below. */
export interface ImageField {
  kind: ImageFieldKind
  /** In forms, and as a header of an exported CSV. */
  label: string
  /** Characters that a form accepts. */
  maxLength?: number
  /** Headers that a CSV may use, in lower case. */
  csvHeaders: readonly string[]
  /** The value that an edit takes. */
  edit: z.ZodMiniType
  /** The value that the back office receives. */
  reply: z.ZodMiniType
}

/** Calls, forms and CSVs are derived from this table, in this order. It imports zod, so visitors' pages must not. */
export const imageFields = {
  title: {
    ...textField('text', 'Title', limits.title),
    edit: textField('text', 'Title', limits.title).edit.check(z.minLength(1, 'Title is required')),
    csvHeaders: ['title'],
  },
  description: { ...textField('textarea', 'Description', limits.description), csvHeaders: ['description'] },
  keywords: {
    kind: 'keywords',
    label: 'Keywords',
    edit: keywords,
    reply: z.array(keyword),
    csvHeaders: ['keywords', 'tags'],
  },
  category: {
    kind: 'category',
    label: 'Category',
    edit: category,
    reply: z.nullable(z.string()),
    csvHeaders: ['category', 'categories'],
  },
  licence: {
    kind: 'licence',
    label: 'Licence',
    edit: z.enum(licenceIds, 'There is no such licence'),
    reply: z.enum(licenceIds),
    csvHeaders: ['licence', 'license'],
  },
  /** Whom to name; empty for the contributor, by the name that they have at that moment. */
  credit: { ...textField('text', 'Credit', limits.credit), csvHeaders: ['credit'] },
  ai_made: {
    kind: 'ai',
    label: 'Made with AI',
    edit: z.enum(aiStatementIds, 'It is yes, partly, no or unknown'),
    reply: z.enum(aiStatementIds),
    csvHeaders: ['made with ai', 'ai', 'ai_made'],
  },
} as const satisfies Record<string, ImageField>

type ImageFields = typeof imageFields
export type ImageFieldName = keyof ImageFields

/** Values as an edit stores them: a category is its database id, keywords are their names. */
export type ImageFieldValues = { [N in ImageFieldName]: z.output<ImageFields[N]['edit']> }

export const imageFieldNames = Object.keys(imageFields) as ImageFieldName[]

/** An object with one property per field. */
export const mapImageFields = <Value>(toValue: (name: ImageFieldName, field: ImageField) => Value) =>
  Object.fromEntries(imageFieldNames.map((name) => [name, toValue(name, imageFields[name])])) as {
    [N in ImageFieldName]: Value
  }

/** The properties of an edit; a field that is left out stays as it is. */
export const imageFieldEdits = mapImageFields((_, { edit }) => z.optional(edit)) as unknown as {
  [N in ImageFieldName]: z.ZodMiniOptional<ImageFields[N]['edit']>
}

/** The properties of an image in a reply to the back office. */
export const imageFieldReplies = mapImageFields((_, { reply }) => reply) as unknown as {
  [N in ImageFieldName]: ImageFields[N]['reply']
}

/** The fields that a waiting edit changes, as they are stored and sent; an edit takes them too. */
export const waitingFields = z.partial(z.object(imageFieldReplies))
export type WaitingFields = z.output<typeof waitingFields>

function textField<const Kind extends 'text' | 'textarea'>(kind: Kind, label: string, maxLength: number) {
  const edit = optionalText(label, maxLength).check(kind === 'text' ? z.overwrite(joinLines) : z.trim())
  return { kind, label, maxLength, edit, reply: z.string() }
}
