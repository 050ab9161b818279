import type { Suggestion } from '@vitrine/contract/calls/gallery'
import Search from 'lucide-react/icons/search'
import Tag from 'lucide-react/icons/tag'
import { messages } from './messages.ts'

interface SuggestionListProps {
  id: string
  suggestions: Suggestion[]
  /** The option chosen with the arrow keys; -1 for none. */
  activeIndex: number
  onChoose: (suggestion: Suggestion) => void
}

/** The list below the search field. The focus stays in the field, so the options react to the pointer only. */
export function SuggestionList({ id, suggestions, activeIndex, onChoose }: SuggestionListProps) {
  if (!suggestions.length) return null
  return (
    <div id={id} role="listbox" aria-label={messages.suggestions} className="suggestions glass">
      {suggestions.map((suggestion, index) => {
        const Icon = suggestion.kind === 'title' ? Search : Tag
        return (
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
            <Icon aria-hidden="true" size={16} className="shrink-0 text-soft" />
            <span className="truncate">{suggestion.text}</span>
            {suggestion.kind === 'keyword' && <span className="ml-auto text-soft text-xs">{messages.tag}</span>}
          </div>
        )
      })}
    </div>
  )
}
