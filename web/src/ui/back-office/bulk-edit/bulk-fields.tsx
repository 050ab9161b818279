import { imageFields } from '@vitrine/contract/image-fields'
import { normalizeKeywords } from '@vitrine/contract/keywords'
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { SavedChip, savedList } from '#ui/back-office/saved-chip.tsx'
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
        <KeywordSets
          keywords={edit.keywords}
          onAdd={(names) => onChange({ keywords: normalizeKeywords([...edit.keywords, ...names]) })}
        />
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

interface KeywordSet {
  name: string
  keywords: string[]
}

/** The person's named lists of keywords, in this browser. */
const storedSets = savedList<KeywordSet>(
  'keyword-sets',
  ({ name, keywords }) => typeof name === 'string' && Array.isArray(keywords),
)

interface KeywordSetsProps {
  /** What would be saved as a set. */
  keywords: string[]
  onAdd: (keywords: string[]) => void
}

/** Adds the keywords of a saved set, and saves the chosen ones as a set. */
function KeywordSets({ keywords, onAdd }: KeywordSetsProps) {
  const sets = useSyncExternalStore(storedSets.subscribe, storedSets.read)
  const [isNaming, setIsNaming] = useState(false)
  const save = (name: string) => {
    storedSets.store([...sets.filter((set) => set.name !== name), { name, keywords }])
    setIsNaming(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {sets.map((set) => (
        <SavedChip
          key={set.name}
          label={messages.addSet(set.name)}
          removeLabel={messages.removeSet(set.name)}
          title={set.keywords.join(', ')}
          onPick={() => onAdd(set.keywords)}
          onRemove={() => storedSets.store(sets.filter((one) => one !== set))}
        >
          <span className="truncate">{set.name}</span>
        </SavedChip>
      ))}
      {/* Always there: leaving the keyword field adds a keyword, and what is below may not move under the pointer. */}
      {!isNaming && (
        <button
          type="button"
          className="link cursor-pointer py-1 text-sm disabled:cursor-default disabled:text-soft disabled:no-underline"
          disabled={!keywords.length}
          onClick={() => setIsNaming(true)}
        >
          {messages.saveSet}
        </button>
      )}
      {isNaming && <SetName onSave={save} />}
    </div>
  )
}

/** Not a form, since it stands inside one. */
function SetName({ onSave }: { onSave: (name: string) => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const save = (event: FormEvent | React.KeyboardEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="sr-only">
        {messages.setName}
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it replaces the pressed button
        autoFocus
        className="field compact min-h-8! w-44!"
        placeholder={messages.setName}
        value={name}
        maxLength={40}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && save(event)}
      />
      <button type="button" className="button small min-h-8!" disabled={!name.trim()} onClick={save}>
        {messages.save}
      </button>
    </span>
  )
}
