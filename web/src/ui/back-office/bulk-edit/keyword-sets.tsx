import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { SavedChip } from '../saved/saved-chip.tsx'
import { savedList } from '../saved/saved-list.ts'
import { messages } from './messages.ts'

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
export function KeywordSets({ keywords, onAdd }: KeywordSetsProps) {
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
