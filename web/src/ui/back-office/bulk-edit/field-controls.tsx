import { categories } from '@vitrine/contract/vocabulary/categories'
import { LabelledField } from '#ui/forms/form-field.tsx'

export interface FieldControlProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A text of several lines, as high as what is typed. */
export function LongTextField({ label, maxLength, value, onChange }: FieldControlProps & { maxLength?: number }) {
  return (
    <LabelledField className="content-start" label={label}>
      {(id) => (
        <textarea
          id={id}
          dir="auto"
          className="field field-sizing-content max-h-40"
          rows={1}
          maxLength={maxLength}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </LabelledField>
  )
}

/** One of the categories, or '' for what `none` says. */
export function CategoryField({ label, none, value, onChange }: FieldControlProps & { none: string }) {
  return (
    <LabelledField className="content-start" label={label}>
      {(id) => (
        <select id={id} className="field" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{none}</option>
          {categories.map((category) => (
            <option key={category.value} value={category.value}>
              {category.name}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}
