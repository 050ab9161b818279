import { cleanKeyword, keywordSeparator } from '@vitrine/contract/keywords'
import type { Keyword } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FieldMessage } from '#ui/forms/form-field.tsx'
import { messages } from '../messages.ts'

interface KeywordChipsProps {
  label: string
  keywords: Keyword[]
  message: string | undefined
  onChange: (keywords: Keyword[]) => void
}

/** Keywords as removable chips, followed by a button that adds one. */
export function KeywordChips({ label, keywords, message, onChange }: KeywordChipsProps) {
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
              aria-label={messages.removeKeyword(one.name)}
            >
              <X aria-hidden="true" size={14} />
            </button>
          </li>
        ))}
        <li>
          {isAdding ? (
            <NewKeyword
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
              {messages.addKeyword}
            </button>
          )}
        </li>
      </ul>
      <FieldMessage id={`${id}-message`} message={message} />
    </div>
  )
}

interface NewKeywordProps {
  onAdd: (typed: string) => void
  onRemoveLast: () => void
  onDone: () => void
}

/** Enter and comma add a keyword and keep the field open; leaving the field adds what was typed. */
function NewKeyword({ onAdd, onRemoveLast, onDone }: NewKeywordProps) {
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    // Control and Enter save the form, which takes over what was typed.
    const isSave = event.ctrlKey || event.metaKey
    if ((event.key === 'Enter' && !isSave) || keywordSeparator.test(event.key)) {
      onAdd(field.value)
      field.value = ''
    } else if (event.key === 'Escape') {
      // Cleared, so that the blur does not add it.
      field.value = ''
      onDone()
    } else if (event.key === 'Backspace' && field.value === '') onRemoveLast()
    else return
    event.preventDefault()
  }

  return (
    <input
      ref={focusOnMount}
      className="w-36 rounded-full border border-edge bg-raise px-3.5 py-1 text-sm"
      aria-label={messages.newKeyword}
      autoComplete="off"
      maxLength={limits.keyword}
      onKeyDown={handleKey}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData('text')
        if (!keywordSeparator.test(pasted)) return
        event.preventDefault()
        onAdd(pasted)
      }}
      onBlur={({ currentTarget }) => {
        onAdd(currentTarget.value)
        onDone()
      }}
    />
  )
}

/** The field replaces the pressed button, so it takes the focus. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

/**
 * Adds typed or pasted keywords; blanks and case-insensitive duplicates are ignored, and a new id is the highest plus
 * one (requirements: #keyword-rules).
 */
export function addKeywords(keywords: Keyword[], typed: string): Keyword[] {
  const all = [...keywords]
  for (const piece of typed.split(keywordSeparator)) {
    const name = [...cleanKeyword(piece)].slice(0, limits.keyword).join('').trim()
    if (!name || all.length === limits.keywordsPerImage || hasKeyword(all, name)) continue
    all.push({ id: Math.max(0, ...all.map(({ id }) => id)) + 1, name })
  }
  return all
}

const hasKeyword = (keywords: Keyword[], name: string) =>
  keywords.some((one) => one.name.toLowerCase() === name.toLowerCase())
