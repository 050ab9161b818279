import {
  type ImageFieldName,
  type ImageFieldValues,
  imageFieldEdits,
  imageFieldNames,
  type WaitingFields,
} from '@vitrine/contract/image-fields'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import * as z from 'zod/mini'

export type FieldEdit = Partial<ImageFieldValues>

/** Two values with equal keys count as the same: a keyword is stored in the spelling that was first in the library. */
const keyOf = (name: ImageFieldName, value: unknown) =>
  name === 'keywords' ? (value as string[]).join().toLowerCase() : value

export function changedFields(edit: FieldEdit, values: FieldEdit): FieldEdit {
  const isChanged = (name: ImageFieldName) => {
    if (edit[name] === undefined) return false
    return values[name] === undefined || keyOf(name, edit[name]) !== keyOf(name, values[name])
  }
  return Object.fromEntries(imageFieldNames.filter(isChanged).map((name) => [name, edit[name]]))
}

/** The fields of a call's body, without what else it has. */
export const fieldsOf = (body: FieldEdit): FieldEdit =>
  Object.fromEntries(imageFieldNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))

export const isEmpty = (edit: FieldEdit) => Object.keys(edit).length === 0

/** An edit as it waits in the database, which is how replies send it. */
export const toWaitingFields = ({ keywords, category, ...texts }: FieldEdit): WaitingFields => ({
  ...texts,
  ...(category !== undefined && { category: categoryValueById(category) }),
  // Keywords that no image has yet have no id, so all are numbered by their place.
  ...(keywords && { keywords: keywords.map((name, index) => ({ id: index + 1, name })) }),
})

const edit = z.object(imageFieldEdits)

export const fromWaitingFields = (fields: WaitingFields): FieldEdit => fieldsOf(z.parse(edit, fields))
