import { queryOptions, useQuery } from '@tanstack/react-query'
import { keywordSeparator, keywordsIn } from '@vitrine/contract/keywords'
import { limits } from '@vitrine/contract/vocabulary/limits'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { LabelledField } from '#ui/forms/form-field.tsx'
import './keyword-field.css'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { apiClient, type Transport } from '#api/api-client.ts'
import { messages } from './messages.ts'

interface KeywordFieldProps {
  label: string
  names: string[]
  onChange: (names: string[]) => void
}

/**
 * Keywords as removable chips in a field that suggests the library's own tags. Enter, a comma and leaving the field add
 * what was typed; a pasted list is split. Enter in an empty field submits the form.
 */
export function KeywordField({ label, names, onChange }: KeywordFieldProps) {
  const { send } = useAppContext()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const { data: tags = [] } = useQuery(knownTagsQuery(send))

  const add = (text: string) => {
    setTyped('')
    const added = keywordsIn([...names, text].join(','))
    if (added.length > names.length) onChange(added)
  }
  const handleKey = (event: KeyboardEvent) => {
    const isTyped = typed.trim() !== ''
    if ((event.key === 'Enter' && isTyped && !event.ctrlKey && !event.metaKey) || keywordSeparator.test(event.key))
      add(typed)
    else if (event.key === 'Backspace' && typed === '' && names.length) onChange(names.slice(0, -1))
    else return
    event.preventDefault()
  }

  return (
    <LabelledField label={label} className="content-start">
      {(id) => (
        <div className="field keyword-field">
          {names.map((name) => (
            <span key={name} className="chip as-typed keyword-chip">
              <span className="truncate" dir="auto">
                {name}
              </span>
              <button
                type="button"
                aria-label={messages.removeKeyword(name)}
                onClick={() => onChange(names.filter((one) => one !== name))}
              >
                <X aria-hidden="true" size={14} />
              </button>
            </span>
          ))}
          <input
            id={id}
            list={listId}
            dir="auto"
            value={typed}
            placeholder={names.length ? undefined : messages.keywordHint}
            autoComplete="off"
            autoCapitalize="none"
            onChange={({ currentTarget: { value } }) => (keywordSeparator.test(value) ? add(value) : setTyped(value))}
            onKeyDown={handleKey}
            onBlur={() => add(typed)}
            maxLength={limits.keyword * limits.keywordsPerImage}
          />
          <datalist id={listId}>
            {matchingTags(tags, typed, names).map((tag) => (
              <option key={tag} value={tag} />
            ))}
          </datalist>
        </div>
      )}
    </LabelledField>
  )
}

/** Number of tags that are suggested; they are completed in the browser, without a request for each letter. */
const tagCount = 600

/** The library's own tags, the most used first. */
const knownTagsQuery = (send: Transport) =>
  queryOptions({
    queryKey: ['known-tags'],
    queryFn: async ({ signal }) =>
      (await apiClient(send, signal)(gallery.keywords, { query: { first: tagCount } })).data.map(({ name }) => name),
    staleTime: 600_000,
  })

/** The tags that begin with what was typed, then those with a word that does; none that is chosen already. */
export function matchingTags(tags: string[], typed: string, chosen: string[], count = 8): string[] {
  const start = typed.trim().toLowerCase()
  if (!start) return []
  const isChosen = new Set(chosen.map((name) => name.toLowerCase()))
  const open = tags.filter((tag) => !isChosen.has(tag.toLowerCase()))
  const beginning = open.filter((tag) => tag.toLowerCase().startsWith(start))
  const inside = open.filter((tag) => tag.toLowerCase().includes(` ${start}`))
  return [...new Set([...beginning, ...inside])].slice(0, count)
}
