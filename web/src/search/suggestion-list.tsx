import type { Suggestion } from '@vitrine/contract/calls/gallery'
import { messages } from './messages.ts'

interface SuggestionListProps {
  id: string
  suggestions: Suggestion[]
  /** What they continue. */
  typed: string
  /** The option chosen with the arrow keys; -1 for none. */
  activeIndex: number
  onChoose: (suggestion: Suggestion) => void
}

/** The list below the search field. The focus stays in the field, so the options react to the pointer only. */
export function SuggestionList({ id, suggestions, typed, activeIndex, onChoose }: SuggestionListProps) {
  if (!suggestions.length) return null
  return (
    <div id={id} role="listbox" aria-label={messages.suggestions} className="suggestions glass">
      {suggestions.map((suggestion, index) => (
        <div
          key={`${suggestion.kind} ${suggestion.text}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          // Not on click: by then the field has lost the focus and the list is closed.
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(suggestion)
          }}
        >
          <img src={suggestion.thumbnail} alt="" width={32} height={32} className="shrink-0 object-contain" />
          <span className="truncate">
            <Marked text={suggestion.text} typed={typed} />
          </span>
          <span className="ml-auto shrink-0 text-soft text-xs tabular-nums">
            {suggestion.kind === 'keyword' && `${messages.tag} · `}
            {messages.count(suggestion.count)}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Emphasises the letters that were typed, where the text has them at the beginning of a word. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = ` ${text}`.toLowerCase().indexOf(` ${typed.toLowerCase()}`)
  if (!typed || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <strong>{text.slice(at, at + typed.length)}</strong>
      {text.slice(at + typed.length)}
    </>
  )
}
