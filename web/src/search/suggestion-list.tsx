import './suggestion-list.css'
import type { Suggestion } from '@vitrine/contract/calls/visitors/gallery'
import { Fragment } from 'react'
import { contrastClass, previewUrl } from '#image-card/image-src.ts'
import { imageCount } from './messages.ts'

const countOf = ({ kind, count }: Suggestion) => (kind === 'keyword' ? 'tag, ' : '') + imageCount(count)

export interface SuggestionListProps {
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
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Suggestions"
      className="suggestions"
      // Keeps the focus in the field, whose loss would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys (combobox)
        <div
          key={`${suggestion.kind} ${suggestion.text}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          aria-label={`${suggestion.text}, ${countOf(suggestion)}`}
          // Not on pointerdown, with which a finger begins to scroll.
          onClick={() => onChoose(suggestion)}
        >
          <span className={`suggestion-tile checkerboard ${contrastClass(suggestion.thumbnail)}`}>
            <img
              src={previewUrl(suggestion.thumbnail, 320)}
              data-fit={suggestion.thumbnail.visible_fit}
              alt=""
              loading="lazy"
            />
          </span>
          <span className="truncate" dir="auto">
            <MarkedText text={suggestion.text} typed={typed} />
          </span>
          <span className="suggestion-count">{countOf(suggestion)}</span>
        </div>
      ))}
    </div>
  )
}

/** Emphasises what was typed where the words of a text begin so, whatever its case and accents. */
function MarkedText({ text, typed }: { text: string; typed: string }) {
  const beginnings = typed.split(/\s+/)
  return text.split(/(?<=[\s_-])/).map((word, index) => {
    const length = Math.max(...beginnings.map((beginning) => commonLength(word, beginning)))
    return (
      <Fragment key={index}>
        {length > 0 && <strong>{word.slice(0, length)}</strong>}
        {word.slice(length)}
      </Fragment>
    )
  })
}

/** The letters of `beginning` when the word begins with it, otherwise 0. */
const commonLength = (word: string, beginning: string) =>
  sameLetters.compare(word.slice(0, beginning.length), beginning) === 0 ? beginning.length : 0

const sameLetters = new Intl.Collator('en', { sensitivity: 'base' })
