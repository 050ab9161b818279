import { useQuery } from '@tanstack/react-query'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { cleanKeyword, keywordSeparator } from '@vitrine/contract/keywords'
import type { Keyword } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { FieldMessage } from '#ui/forms/form-field.tsx'

interface KeywordChipsProps {
  label: string
  keywords: Keyword[]
  message: string | undefined
  /** Whether the field for a new keyword is always there, in place of the button that opens it. */
  isOpen: boolean
  onChange: (keywords: Keyword[]) => void
}

/** Keywords as removable chips, followed by a button that adds one, or by its field. */
export function KeywordChips({ label, keywords, message, isOpen, onChange }: KeywordChipsProps) {
  const id = useId()
  const addButton = useRef<HTMLButtonElement>(null)
  const [isAdding, setIsAdding] = useState(false)

  const remove = (removed: Keyword) => {
    onChange(keywords.filter((keyword) => keyword !== removed))
    addButton.current?.focus()
  }

  return (
    <div className="grid gap-1.5">
      <p id={id} className="flex justify-between font-medium text-sm">
        {label}
        <span className="font-normal text-soft tabular-nums">
          {keywords.length}/{limits.keywordsPerImage}
        </span>
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-1.5">
        {keywords.map((one) => (
          <li key={one.id} className="chip as-typed inline-flex max-w-full items-center gap-1 py-0.5! pr-1! text-ink!">
            <span className="truncate" dir="auto">
              {one.name}
            </span>
            <button
              type="button"
              className="grid size-6 shrink-0 cursor-pointer place-items-center rounded-full text-soft hover:text-ink"
              onClick={() => remove(one)}
              aria-label={`Remove ${one.name}`}
            >
              <X size={14} />
            </button>
          </li>
        ))}
        <li>
          {isAdding || isOpen ? (
            <NewKeyword
              keywords={keywords}
              takesFocus={!isOpen}
              onAdd={(typed) => onChange(addKeywords(keywords, typed))}
              onRemoveLast={() => onChange(keywords.slice(0, -1))}
              onDone={() => setIsAdding(false)}
            />
          ) : (
            <button
              ref={addButton}
              type="button"
              className="chip as-typed inline-flex cursor-pointer items-center gap-1 border-dashed py-1! text-ink!"
              onClick={() => setIsAdding(true)}
            >
              + Add keyword
            </button>
          )}
        </li>
      </ul>
      <FieldMessage id={`${id}-message`} message={message} />
    </div>
  )
}

interface NewKeywordProps {
  keywords: Keyword[]
  /** Whether it replaces the pressed button, whose focus it then takes. */
  takesFocus: boolean
  onAdd: (typed: string) => void
  onRemoveLast: () => void
  onDone: () => void
}

/** Suggests the library's own tags; Enter and comma add a keyword and keep the field open, leaving it adds one too. */
function NewKeyword({ keywords, takesFocus, onAdd, onRemoveLast, onDone }: NewKeywordProps) {
  const { send } = useAppContext()
  // They are completed in the browser, without a request for each letter.
  const { data: tags = [] } = useQuery({
    queryKey: ['known-tags'],
    queryFn: async ({ signal }) =>
      (await apiClient(send, signal)(gallery.keywords, { query: { first: tagCount } })).data.map(({ name }) => name),
    staleTime: 600_000,
  })
  const listId = useId()
  const [typed, setTyped] = useState('')
  const names = keywords.map(({ name }) => name)
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Control and Enter save the form, which takes over what was typed; Enter in a field that is always there does too.
    const isEnter = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && (takesFocus || typed.trim() !== '')
    if (isEnter || keywordSeparator.test(event.key)) {
      onAdd(typed)
      setTyped('')
    } else if (event.key === 'Escape' && takesFocus) {
      // Cleared, so that the blur does not add it.
      setTyped('')
      onDone()
    } else if (event.key === 'Backspace' && typed === '') onRemoveLast()
    else return
    event.preventDefault()
  }

  return (
    <>
      <input
        ref={takesFocus ? focusOnMount : undefined}
        list={listId}
        dir="auto"
        className="w-36 rounded-full border border-edge bg-raise px-3.5 py-1 text-sm"
        aria-label="New keyword"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={limits.keyword}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={handleKey}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!keywordSeparator.test(pasted)) return
          event.preventDefault()
          onAdd(pasted)
        }}
        onBlur={() => {
          onAdd(typed)
          setTyped('')
          onDone()
        }}
      />
      <datalist id={listId}>
        {matchingTags(tags, typed, names).map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  )
}

/** Number of the library's own tags that are suggested, the most used ones. */
const tagCount = 600

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

/** The field replaces the pressed button, so it takes the focus. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

/** Adds what is neither blank nor known; a new id is the highest plus one (requirements: #keyword-rules). */
export function addKeywords(keywords: Keyword[], typed: string): Keyword[] {
  const all = [...keywords]
  for (const piece of typed.split(keywordSeparator)) {
    const name = [...cleanKeyword(piece)].slice(0, limits.keyword).join('').trim()
    const isKnown = all.some((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!name || all.length === limits.keywordsPerImage || isKnown) continue
    all.push({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, name })
  }
  return all
}
