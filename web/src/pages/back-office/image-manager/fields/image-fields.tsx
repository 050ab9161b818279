import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import {
  type ImageField,
  type ImageFieldKind,
  type ImageFieldName,
  imageFieldNames,
  imageFields,
} from '@vitrine/contract/image-fields'
import type { Keyword } from '@vitrine/contract/schemas/image'
import type { Site } from '@vitrine/contract/site'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { defaultLicence, type Licence, licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import { aiStatementIds, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { ComponentType, ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { FormField, SelectField, TextField } from '#ui/forms/form-field.tsx'
import type { FieldErrors } from '../drafts.ts'
import { messages } from '../messages.ts'
import { KeywordChips } from './keyword-chips.tsx'

type Values = Partial<Pick<ManagedImage, ImageFieldName>>

interface ImageFieldsProps {
  /** Of one image, or a change of many, of which what is empty stays as it is. */
  values: Values
  isMany?: boolean
  problems?: FieldErrors
  afterKeywords?: ReactNode
  onChange: (change: Values) => void
}

/** The fields of images that their contributor and admins may edit, in the order of the table of fields. */
export function ImageFields({ values, isMany = false, problems = {}, afterKeywords, onChange }: ImageFieldsProps) {
  return imageFieldNames.map((name) => {
    const field: ImageField = imageFields[name]
    const Control = controlOf(name)
    return (
      <div key={name} data-field={name}>
        <Control
          label={field.label}
          maxLength={field.maxLength}
          value={values[name]}
          none={isMany ? messages.unchanged : undefined}
          message={problems[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
        {name === 'keywords' && afterKeywords}
      </div>
    )
  })
}

interface ControlProps<Value> {
  label: string
  maxLength?: number | undefined
  value: Value | undefined
  /** What an empty choice says, where that is one; the keyword field then is open from the start. */
  none?: string | undefined
  message?: string | undefined
  onChange: (value: Value) => void
}

function TextControl({ value = '', onChange, none: _, ...rest }: ControlProps<string>) {
  return <FormField {...rest} value={value} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
}

function TextareaControl({ value = '', onChange, none, ...rest }: ControlProps<string>) {
  const className = 'field field-sizing-content max-h-60'
  const props = { ...rest, value, rows: none ? 1 : 3, className }
  return <TextField {...props} onChange={({ target }) => onChange(target.value)} />
}

function KeywordsControl({ label, value = [], none, message, onChange }: ControlProps<Keyword[]>) {
  return <KeywordChips {...{ label, message, onChange }} keywords={value} isOpen={none !== undefined} />
}

const categoryChoices = categories.map(({ value, name }) => ({ value: value as string, label: name }))

function CategoryControl({ value, none = 'None', onChange, ...field }: ControlProps<string | null>) {
  return (
    <SelectField
      {...field}
      {...{ none }}
      choices={categoryChoices}
      value={value ?? ''}
      onChoose={(chosen) => onChange(chosen || null)}
    />
  )
}

/** What the contributor says of artificial intelligence. */
export function AiField({ value, isRequired, onChange, ...field }: ControlProps<string> & { isRequired?: boolean }) {
  const choices = aiStatementIds.map((id) => ({
    value: id as string,
    label: isRequired && id === 'unknown' ? 'Please choose' : aiStatements[id].label,
  }))
  const chosen = value || (field.none === undefined ? 'unknown' : '')
  return <SelectField {...field} {...{ choices }} value={chosen} required={isRequired} onChoose={onChange} />
}

/** What an image has for which none is chosen. */
export const usualLicenceOf = (site: Pick<Site, 'licences'>) => defaultLicence(site.licences)

/** One of the licences that the library offers; the present one is among them whatever that is. */
export function LicenceField({ value, onChange, ...field }: ControlProps<string>) {
  const { site } = useAppContext()
  const chosen = value || (field.none === undefined ? usualLicenceOf(site) : '')
  const shown = licenceIds.filter((id) => id === chosen || site.licences.includes(id))
  const choices = shown.map((id: Licence) => ({ value: id as string, label: licences[id].sentence }))
  return <SelectField {...field} {...{ choices }} value={chosen} onChoose={onChange} />
}

const controls = {
  text: TextControl,
  textarea: TextareaControl,
  keywords: KeywordsControl,
  category: CategoryControl,
  licence: LicenceField,
  ai: AiField,
} satisfies Record<ImageFieldKind, unknown>

/** The kind of a field decides the type of its value, which TypeScript cannot follow through a lookup by name. */
const controlOf = (name: ImageFieldName) =>
  controls[imageFields[name].kind] as ComponentType<ControlProps<Values[ImageFieldName]>>
