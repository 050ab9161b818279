import { type ImageField, type ImageFieldKind, type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import { keywordsIn } from '@vitrine/contract/keywords'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { AiField, CategoryField, LicenceField, LongTextField } from '#ui/back-office/bulk-edit/field-controls.tsx'
import { KeywordField } from '#ui/back-office/bulk-edit/keyword-field.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import { type Metadata, metadataOf, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'

interface MetadataFormProps {
  upload: Upload
  list: UploadList
  onNext: () => void
  onClose: () => void
}

/** The metadata of one image. Enter opens the next image's form, so that a batch can be described by keyboard alone. */
export function MetadataForm({ upload, list, onNext, onClose }: MetadataFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current!.querySelector('input')!.select()
    form.current!.scrollIntoView({ block: 'nearest' })
  }, [])

  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }

  return (
    <form
      ref={form}
      className="border-line border-t p-4"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <MetadataFields metadata={metadataOf(upload)} onChange={(change) => list.edit(upload.id, change)} />
      <div className="mt-4 flex justify-end gap-2.5">
        <button type="button" className="button small" onClick={onClose}>
          {messages.close}
        </button>
        <button type="submit" className="button small">
          {messages.next}
          <kbd className="key">Enter</kbd>
        </button>
      </div>
    </form>
  )
}

/** Short and long controls side by side, so that the two columns are as even as possible. */
const namesInOrder: ImageFieldName[] = ['title', 'category', 'keywords', 'description', 'licence', 'credit', 'ai_made']

interface MetadataFieldsProps {
  metadata: Metadata
  onChange: (change: Partial<Metadata>) => void
}

/** The editable fields of one image. */
function MetadataFields({ metadata, onChange }: MetadataFieldsProps) {
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
    <KeywordField label={label} names={keywordsIn(value)} onChange={(names) => onChange(names.join(', '))} />
  ),
  category: ({ label, value, onChange }) => (
    <CategoryField none={messages.fields.noCategory} {...{ label, value, onChange }} />
  ),
  licence: LicenceField,
  ai: AiField,
}
