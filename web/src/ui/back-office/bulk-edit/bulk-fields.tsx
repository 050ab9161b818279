import { imageFields } from '@vitrine/contract/image-fields'
import { FormField } from '#ui/forms/form-field.tsx'
import { type BulkEdit, keywordModes } from './bulk-edit.ts'
import { AiField, CategoryField, LicenceField, LongTextField } from './field-controls.tsx'
import { KeywordField } from './keyword-field.tsx'
import { messages } from './messages.ts'

interface BulkFieldsProps {
  edit: BulkEdit
  onChange: (change: Partial<BulkEdit>) => void
}

/** The fields of a bulk edit, for images before and after their upload. */
export function BulkFields({ edit, onChange }: BulkFieldsProps) {
  const { keywords, title, description, category, licence, credit, ai_made } = imageFields
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        <KeywordField
          label={keywords.label}
          names={edit.keywords}
          onChange={(names) => onChange({ keywords: names })}
        />
        <KeywordModes edit={edit} onChange={onChange} />
      </div>
      <FormField
        label={title.label}
        maxLength={title.maxLength}
        value={edit.title}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <LongTextField
        label={description.label}
        maxLength={description.maxLength}
        value={edit.description}
        onChange={(text) => onChange({ description: text })}
      />
      <CategoryField
        label={category.label}
        none={messages.unchanged}
        value={edit.category}
        onChange={(value) => onChange({ category: value })}
      />
      <LicenceField
        label={licence.label}
        none={messages.unchanged}
        value={edit.licence}
        onChange={(value) => onChange({ licence: value })}
      />
      <FormField
        label={credit.label}
        maxLength={credit.maxLength}
        value={edit.credit}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ credit: currentTarget.value })}
      />
      <AiField
        label={ai_made.label}
        none={messages.unchanged}
        value={edit.ai_made}
        onChange={(value) => onChange({ ai_made: value })}
      />
    </div>
  )
}

function KeywordModes({ edit, onChange }: BulkFieldsProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <legend className="sr-only">{messages.keywordMode}</legend>
      {keywordModes.map((mode) => (
        <label key={mode} className="flex min-h-7 cursor-pointer items-center gap-1.5">
          <input
            type="radio"
            name="keyword-mode"
            checked={edit.keywordMode === mode}
            onChange={() => onChange({ keywordMode: mode })}
          />
          {messages.keywordModes[mode]}
        </label>
      ))}
    </fieldset>
  )
}
