import {
  type ImageField,
  type ImageFieldKind,
  type ImageFieldName,
  imageFieldNames,
  imageFields,
} from '@vitrine/contract/image-fields'
import type { Keyword } from '@vitrine/contract/schemas/image'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { ComponentType } from 'react'
import type { FieldErrors, ImageFields } from '#pages/back-office/image-manager/drafts.ts'
import { AiField, CategoryField, LicenceField } from '#ui/back-office/bulk-edit/field-controls.tsx'
import { FieldMessage, FormField, TextField } from '#ui/forms/form-field.tsx'
import { messages } from '../messages.ts'
import { KeywordChips } from './keyword-chips.tsx'

interface PanelFieldsProps {
  fields: ImageFields
  problems: FieldErrors
  onChange: (change: Partial<ImageFields>) => void
}

/** The fields of an image that its contributor and admins may edit, in the order of the table of fields. */
export function PanelFields({ fields, problems, onChange }: PanelFieldsProps) {
  return imageFieldNames.map((name) => {
    const field: ImageField = imageFields[name]
    const Control = controlOf(name)
    return (
      <div key={name} data-field={name}>
        <Control
          label={field.label}
          maxLength={field.maxLength}
          value={fields[name]}
          message={problems[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      </div>
    )
  })
}

interface ControlProps<Value> {
  label: string
  maxLength: number | undefined
  value: Value
  message: string | undefined
  onChange: (value: Value) => void
}

function TextControl({ onChange, message, ...rest }: ControlProps<string>) {
  return <FormField {...rest} message={message} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
}

function TextareaControl({ onChange, ...rest }: ControlProps<string>) {
  const className = 'field field-sizing-content max-h-60'
  return <TextField {...rest} rows={3} className={className} onChange={({ target }) => onChange(target.value)} />
}

function KeywordsControl({ label, value, message, onChange }: ControlProps<Keyword[]>) {
  return <KeywordChips label={label} keywords={value} message={message} onChange={onChange} />
}

function CategoryControl({ label, value, onChange }: ControlProps<string | null>) {
  return (
    <CategoryField
      label={label}
      none={messages.noCategory}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen || null)}
    />
  )
}

function LicenceControl({ label, value, message, onChange }: ControlProps<Licence>) {
  return (
    <>
      <LicenceField label={label} value={value} onChange={(chosen) => onChange(chosen as Licence)} />
      {message && <FieldMessage id={`${label}-message`} message={message} />}
    </>
  )
}

function AiControl({ label, value, message, onChange }: ControlProps<AiStatement>) {
  return (
    <>
      <AiField label={label} value={value} onChange={(chosen) => onChange(chosen as AiStatement)} />
      {message && <FieldMessage id={`${label}-message`} message={message} />}
    </>
  )
}

const controls = {
  text: TextControl,
  textarea: TextareaControl,
  keywords: KeywordsControl,
  category: CategoryControl,
  licence: LicenceControl,
  ai: AiControl,
} satisfies Record<ImageFieldKind, unknown>

/** The kind of a field decides the type of its value, which TypeScript cannot follow through a lookup by name. */
const controlOf = (name: ImageFieldName) =>
  controls[imageFields[name].kind] as ComponentType<ControlProps<ImageFields[ImageFieldName]>>
