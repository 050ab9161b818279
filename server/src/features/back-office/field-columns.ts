import { type ImageFieldName, imageFieldNames } from '@vitrine/contract/image-fields'

type ColumnField = Exclude<ImageFieldName, 'keywords'>
type FieldColumn = Exclude<ColumnField, 'category'> | 'category_id'

/** The editable fields that are columns of `images`; keywords are rows of their own. */
export const fieldColumns = imageFieldNames
  .filter((name): name is ColumnField => name !== 'keywords')
  .map((name): { name: ColumnField; column: FieldColumn } => ({
    name,
    column: name === 'category' ? 'category_id' : name,
  }))
