import X from 'lucide-react/icons/x'
import { type FormEvent, useId, useState, useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'
import { messages } from './messages.ts'

interface KeywordSet {
  name: string
  keywords: string[]
}

/** The person's named lists of keywords, in this browser. */
const storedSets = storedValue<KeywordSet[]>('keyword-sets', parseSets)

function parseSets(text: string | null): KeywordSet[] {
  try {
    const sets: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(sets) ? sets.filter((set) => typeof set?.name === 'string' && Array.isArray(set.keywords)) : []
  } catch {
    return []
  }
}

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
        <span key={set.name} className="chip as-typed keyword-chip">
          <button
            type="button"
            className="w-auto! truncate"
            aria-label={messages.addSet(set.name)}
            title={set.keywords.join(', ')}
            onClick={() => onAdd(set.keywords)}
          >
            {set.name}
          </button>
          <button
            type="button"
            aria-label={messages.removeSet(set.name)}
            onClick={() => storedSets.store(sets.filter((one) => one !== set))}
          >
            <X aria-hidden="true" size={14} />
          </button>
        </span>
      ))}
      {keywords.length > 0 && !isNaming && (
        <button type="button" className="link cursor-pointer py-1 text-sm" onClick={() => setIsNaming(true)}>
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
