import type { Suggestion } from '@vitrine/contract/calls/gallery'
import Search from 'lucide-react/icons/search'
import Tag from 'lucide-react/icons/tag'
import { messages } from './messages.ts'

interface SuggestionListProps {
  id: string
  suggestions: Suggestion[]
  /** The one that the arrow keys point at; -1 for none. */
  activeIndex: number
  onChoose: (one: Suggestion) => void
}

/** Hangs below the search field. The focus stays in the field, so the options are for the pointer alone. */
export function SuggestionList({ id, suggestions: found, activeIndex: at, onChoose: take }: SuggestionListProps) {
  if (!found.length) return null
  return (
    <div id={id} role="listbox" aria-label={messages.suggestions} className="suggestions glass">
      {found.map((one, index) => {
        const Sign = one.kind === 'title' ? Search : Tag
        return (
          <div
            key={`${one.kind} ${one.text}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // Before the field loses the focus and the list closes.
            onPointerDown={(event) => {
              event.preventDefault()
              take(one)
            }}
          >
            <Sign aria-hidden="true" size={16} className="shrink-0 text-soft" />
            <span className="truncate">{one.text}</span>
            {one.kind === 'keyword' && <span className="ml-auto text-soft text-xs">{messages.tag}</span>}
          </div>
        )
      })}
    </div>
  )
}
