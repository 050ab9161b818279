import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { gallery, Suggestion } from '@vitrine/contract/calls/gallery'
import { type KeyboardEvent, useId, useState } from 'react'
import { apiClient, publicEndpoint } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'

const searchSuggestions = publicEndpoint<typeof gallery.suggestions>('GET', '/images/suggestions/')

/** Fewer letters than this bring no suggestions. */
const minQueryLength = 2

/**
 * What may be meant by what is typed: a combobox (ARIA APG, list autocomplete with manual selection). Arrows walk the
 * list, Enter takes what they point at, Escape closes it.
 */
export function useSuggestions(choose: (one: Suggestion) => void) {
  const id = useId()
  const { send } = useAppContext()
  const [asked, ask] = useState('')
  const [at, point] = useState(-1)
  const { data } = useQuery({
    queryKey: ['suggestions', asked],
    queryFn: ({ signal }) => apiClient(send, signal)(searchSuggestions, { query: { title: asked } }),
    enabled: asked.length >= minQueryLength,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const found = asked.length >= minQueryLength ? (data?.suggestions ?? []) : []
  const open = found.length > 0

  const close = () => {
    ask('')
    point(-1)
  }

  const take = (one: Suggestion) => {
    close()
    choose(one)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const one = found[at]
    if (event.key === 'Escape' && open) close()
    else if (event.key === 'Enter' && one) take(one)
    else if (event.key === 'ArrowDown' && open) point(((at + 2) % (found.length + 1)) - 1)
    else if (event.key === 'ArrowUp' && open) point(((at + found.length + 1) % (found.length + 1)) - 1)
    else return
    event.preventDefault()
  }

  return {
    ask: (typed: string) => {
      ask(typed)
      point(-1)
    },
    close,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': found[at] ? `${id}-${at}` : undefined,
      onKeyDown,
    } as const,
    box: { id, suggestions: found, activeIndex: at, onChoose: take },
  }
}
