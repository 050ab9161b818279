import { type ImageField, type ImageFieldKind, type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import type { ReactNode } from 'react'
import { AiField } from '#ui/back-office/bulk-edit/ai-field.tsx'
import { CategoryField, LongTextField } from '#ui/back-office/bulk-edit/field-controls.tsx'
import { KeywordField } from '#ui/back-office/bulk-edit/keyword-field.tsx'
import { LicenceField } from '#ui/back-office/bulk-edit/licence-field.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import { type Metadata, parseKeywords } from './model/upload.ts'

/** Short and long controls side by side, so that the two columns are as even as possible. */
const namesInOrder: ImageFieldName[] = ['title', 'category', 'keywords', 'description', 'licence', 'credit', 'ai_made']

interface MetadataFieldsProps {
  metadata: Metadata
  onChange: (change: Partial<Metadata>) => void
}

/** The editable fields of one image. */
export function MetadataFields({ metadata, onChange }: MetadataFieldsProps) {
  return (
    <div className="@container">
      <div className="grid @lg:grid-cols-2 gap-4">
        {namesInOrder.map((name) => {
          const { kind, label, maxLength }: ImageField = imageFields[name]
          const Control = controls[kind]
          return (
            <Control
              key={name}
              label={label}
              maxLength={maxLength}
              value={metadata[name]}
              onChange={(value) => onChange({ [name]: value })}
            />
          )
        })}
      </div>
    </div>
  )
}

interface ControlProps {
  label: string
  maxLength: number | undefined
  value: string
  onChange: (value: string) => void
}

const controls: Record<ImageFieldKind, (props: ControlProps) => ReactNode> = {
  text: ({ onChange, ...rest }) => (
    <FormField {...rest} autoComplete="off" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  ),
  textarea: LongTextField,
  keywords: ({ label, value, onChange }) => (
    <KeywordField label={label} names={parseKeywords(value)} onChange={(names) => onChange(names.join(', '))} />
  ),
  category: ({ label, value, onChange }) => (
    <CategoryField none={messages.fields.noCategory} {...{ label, value, onChange }} />
  ),
  licence: LicenceField,
  ai: AiField,
}
