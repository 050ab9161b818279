import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { gallery, Suggestion } from '@vitrine/contract/calls/visitors/gallery'
import { type KeyboardEvent, useId, useState } from 'react'
import { apiClient, publicEndpoint } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'

const searchSuggestions = publicEndpoint<typeof gallery.suggestions>('GET', '/images/suggestions/')

/** Fewer letters than this bring no suggestions. */
const minQueryLength = 2

/**
 * Suggestions for what is typed: a combobox (ARIA APG, list autocomplete with manual selection). The arrow keys move
 * through the list, Enter chooses, Escape closes it.
 */
export function useSuggestions(onChoose: (suggestion: Suggestion) => void) {
  const id = useId()
  const { send } = useAppContext()
  const [title, setTitle] = useState('')
  const [activeIndex, setActiveIndex] = useState(-1)
  const isEnabled = title.length >= minQueryLength
  const { data } = useQuery({
    queryKey: ['suggestions', title],
    queryFn: ({ signal }) => apiClient(send, signal)(searchSuggestions, { query: { title } }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const suggestions = isEnabled ? (data?.suggestions ?? []) : []
  const isOpen = suggestions.length > 0
  const active = suggestions[activeIndex]

  const request = (typed: string) => {
    setTitle(typed)
    setActiveIndex(-1)
  }
  const close = () => request('')
  const choose = (suggestion: Suggestion) => {
    close()
    onChoose(suggestion)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const count = suggestions.length + 1 // one of them is the field itself
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'ArrowDown' && isOpen) setActiveIndex(((activeIndex + 2) % count) - 1)
    else if (event.key === 'ArrowUp' && isOpen) setActiveIndex(((activeIndex + count) % count) - 1)
    else return
    event.preventDefault()
  }

  return {
    request,
    close,
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': active ? `${id}-${activeIndex}` : undefined,
      onKeyDown,
    } as const,
    listProps: { id, suggestions, typed: title, activeIndex, onChoose: choose },
  }
}
