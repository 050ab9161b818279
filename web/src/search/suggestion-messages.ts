import type { Suggestion } from '@vitrine/contract/calls/visitors/gallery'
import { imageCount } from './messages.ts'

const countOf = ({ kind, count }: Suggestion) => (kind === 'keyword' ? 'tag, ' : '') + imageCount(count)

/** Texts of the suggestions, in the chunk of their list. */
export const messages = {
  suggestions: 'Suggestions',
  countOf,
  /** What a screen reader reads. */
  option: (suggestion: Suggestion) => `${suggestion.text}, ${countOf(suggestion)}`,
}
