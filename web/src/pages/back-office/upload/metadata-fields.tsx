import { categories } from '@vitrine/contract/vocabulary/categories'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type ReactNode, useId } from 'react'
import { FormField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import type { Metadata } from './model/upload.ts'

/** The four fields that are said of an image, or of many. */
export function MetadataFields({ said, onSay }: { said: Metadata; onSay: (typed: Partial<Metadata>) => void }) {
  return (
    <div className="@container">
      <div className="grid @lg:grid-cols-2 gap-4">
        <FormField
          label={messages.fields.title}
          value={said.title}
          maxLength={limits.title}
          autoComplete="off"
          onChange={({ currentTarget }) => onSay({ title: currentTarget.value })}
        />
        <LabelledField label={messages.fields.category}>
          {(id) => (
            <select
              id={id}
              className="field"
              value={said.category}
              onChange={({ currentTarget }) => onSay({ category: currentTarget.value })}
            >
              <option value="">{messages.fields.noCategory}</option>
              {categories.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        <FormField
          label={messages.fields.keywords}
          value={said.keywords}
          placeholder={messages.fields.separated}
          autoComplete="off"
          autoCapitalize="none"
          onChange={({ currentTarget }) => onSay({ keywords: currentTarget.value })}
        />
        <LabelledField label={messages.fields.description}>
          {(id) => (
            <textarea
              id={id}
              className="field field-sizing-content max-h-40"
              rows={1}
              value={said.description}
              maxLength={limits.description}
              onChange={({ currentTarget }) => onSay({ description: currentTarget.value })}
            />
          )}
        </LabelledField>
      </div>
    </div>
  )
}

function LabelledField({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  )
}
