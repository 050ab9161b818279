import { categories } from '@vitrine/contract/vocabulary/categories'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useId } from 'react'
import { FieldMessage, FormField } from '#ui/forms/form-field.tsx'
import { messages } from '../messages.ts'
import type { ImageFields } from '../model/drafts.ts'
import type { FieldErrors } from '../model/edit-request.ts'
import { KeywordChips } from './keyword-chips.tsx'

interface PanelFieldsProps {
  fields: ImageFields
  problems: FieldErrors
  onChange: (change: Partial<ImageFields>) => void
}

/** What everybody may edit of an image. */
export function PanelFields({ fields, problems, onChange }: PanelFieldsProps) {
  const id = useId()
  return (
    <>
      <FormField
        label={messages.title}
        message={problems.title}
        value={fields.title}
        maxLength={limits.title}
        autoComplete="off"
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-description`} className="font-medium text-sm">
          {messages.description}
        </label>
        <textarea
          id={`${id}-description`}
          className="field field-sizing-content max-h-60"
          rows={3}
          value={fields.description}
          maxLength={limits.description}
          aria-invalid={Boolean(problems.description)}
          aria-describedby={`${id}-description-message`}
          onChange={({ target }) => onChange({ description: target.value })}
        />
        <FieldMessage id={`${id}-description-message`} message={problems.description} />
      </div>
      <KeywordChips
        keywords={fields.keywords}
        message={problems.keywords}
        onChange={(keywords) => onChange({ keywords })}
      />
      <div className="grid gap-1.5">
        <label htmlFor={`${id}-category`} className="font-medium text-sm">
          {messages.category}
        </label>
        <select
          id={`${id}-category`}
          className="field"
          value={fields.category ?? ''}
          onChange={({ target }) => onChange({ category: target.value || null })}
        >
          <option value="">{messages.noCategory}</option>
          {categories.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </>
  )
}
