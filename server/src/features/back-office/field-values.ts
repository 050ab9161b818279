import {
  type ImageFieldKind,
  type ImageFieldName,
  type ImageFieldValues,
  imageFieldEdits,
  imageFieldNames,
  imageFields,
  type WaitingFields,
} from '@vitrine/contract/image-fields'
import { type Category, categoryValueById } from '@vitrine/contract/vocabulary/categories'
import * as z from 'zod/mini'
import type { ImageChanges } from '#features/images/images.sql'

export type FieldEdit = Partial<ImageFieldValues>

interface FieldFormat<Value> {
  /** Two values with equal keys count as the same value. */
  key(value: Value): unknown
  /** As replies have it, and edits take it. */
  reply(value: Value): unknown
}

const textFormat: FieldFormat<string> = { key: (text) => text, reply: (text) => text }

const formats: Record<ImageFieldKind, FieldFormat<unknown>> = {
  text: textFormat,
  textarea: textFormat,
  keywords: {
    // A keyword is stored in the spelling that was first in the library, so case makes no difference.
    key: (names: string[]) => names.join().toLowerCase(),
    // Keywords that no image has yet have no id, so all are numbered by their place.
    reply: (names: string[]) => names.map((name, index) => ({ id: index + 1, name })),
  } satisfies FieldFormat<string[]>,
  licence: textFormat as FieldFormat<unknown>,
  ai: textFormat as FieldFormat<unknown>,
  category: { key: (id) => id, reply: categoryValueById } satisfies FieldFormat<Category['id'] | null>,
} as Record<ImageFieldKind, FieldFormat<unknown>>

const formatOf = (name: ImageFieldName) => formats[imageFields[name].kind]

export function changedFields(edit: FieldEdit, values: FieldEdit): FieldEdit {
  const isChanged = (name: ImageFieldName) => {
    const { key } = formatOf(name)
    if (edit[name] === undefined) return false
    return values[name] === undefined || key(edit[name]) !== key(values[name])
  }
  return Object.fromEntries(imageFieldNames.filter(isChanged).map((name) => [name, edit[name]]))
}

/** The fields of a call's body, without what else it has. */
export const fieldsOf = (body: FieldEdit): FieldEdit =>
  Object.fromEntries(imageFieldNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))

export const isEmpty = (edit: FieldEdit) => Object.keys(edit).length === 0

/** An edit as it waits in the database, which is how replies send it. */
export const toWaitingFields = (edit: FieldEdit): WaitingFields =>
  Object.fromEntries(Object.entries(edit).map(([name, value]) => [name, formatOf(name as ImageFieldName).reply(value)]))

const edit = z.object(imageFieldEdits)

export const fromWaitingFields = (fields: WaitingFields): FieldEdit => fieldsOf(z.parse(edit, fields))

type ColumnField = Exclude<ImageFieldName, 'keywords'>
type FieldColumn = Exclude<ColumnField, 'category'> | 'category_id'

/** The editable fields that are columns of `images`; keywords are rows of their own. */
export const fieldColumns = imageFieldNames
  .filter((name): name is ColumnField => name !== 'keywords')
  .map((name): { name: ColumnField; column: FieldColumn } => ({
    name,
    column: name === 'category' ? 'category_id' : name,
  }))

export function toImageColumns(edit: FieldEdit): ImageChanges {
  const values = fieldColumns.map(({ name, column }) => [column, edit[name]] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}
