import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { gallery, Suggestion } from '@vitrine/contract/calls/visitors/gallery'
import { pages } from '@vitrine/contract/pages'
import * as limits from '@vitrine/contract/vocabulary/limits'
import SearchIcon from 'lucide-react/icons/search'
import {
  type FormEvent,
  type KeyboardEventHandler,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { publicEndpoint } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { callQuery } from '#api/query-client.ts'
import { currentParams } from '#api/query-string.ts'
import { optionalPart } from '#ui/optional-part.ts'
import { useListener } from '#ui/use-listener.ts'
import { emptySearch, parseSearch, type SearchState, searchHref } from './image-search.ts'
import type { SuggestionListProps } from './suggestion-list.tsx'

interface SearchFormProps {
  search?: SearchState
  /** Searches while the person types; otherwise typing only brings suggestions. */
  isLive?: boolean | undefined
  /** Whether the next search drops the filters of this one. */
  startsOver?: boolean | undefined
}

/** Milliseconds after the last keystroke. */
const debounceMs = 250

/** A search form that keeps the filters of the given search; without JavaScript it is a GET form to '/'. */
export function SearchForm({ search = emptySearch, isLive = false, startsOver = false }: SearchFormProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const shown = useSyncedTitle(input, search.title)
  useFocusKey(input)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** While the person types, the history entry is replaced, so Back leads to where they began. */
  const isTyping = useRef(false)

  const go = (changes: Partial<SearchState> & { title: string }, inPlace = false) => {
    clearTimeout(timer.current)
    shown.current = changes.title
    const current = isLive ? parseSearch(currentParams()) : search
    // While the person types, an unfinished word that finds nothing drops no filter.
    const base = startsOver && !isTyping.current ? emptySearch : current
    const href = searchHref({ ...base, page: 1, exact: false, ...changes })
    void navigate(href, { replace: inPlace || (isLive && href === searchHref(current)) })
  }

  const choose = ({ kind, text }: Suggestion) => {
    input.current!.value = kind === 'title' ? text : ''
    go(kind === 'title' ? { title: text } : { title: '', keyword: text })
  }

  const suggestions = useSuggestions(choose)

  const onInput = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const field = input.current
      if (!field || field !== document.activeElement) return
      const title = field.value.trim()
      suggestions.request(title)
      if (!isLive || title === shown.current) return
      go({ title }, isTyping.current)
      isTyping.current = true
    }, debounceMs)
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    suggestions.close()
    isTyping.current = false
    go({ title: input.current!.value.trim() })
  }

  const onBlur = () => {
    suggestions.close()
    isTyping.current = false
  }

  return (
    <form action={pages.home.href()} onSubmit={onSubmit} className="search">
      <SearchIcon size={20} className="shrink-0 text-soft" />
      <input
        ref={input}
        type="text" // a combobox is no search field (ARIA in HTML)
        dir="auto"
        name="title"
        defaultValue={search.title}
        placeholder="Search images..."
        aria-label="Search images"
        autoComplete="off"
        enterKeyHint="search"
        aria-keyshortcuts={focusKey}
        maxLength={limits.title}
        onInput={onInput}
        onBlur={onBlur}
        {...suggestions.inputProps}
      />
      {!startsOver && <HiddenFilters search={search} />}
      <kbd className="scripted">{focusKey}</kbd>
      <button type="submit">Search</button>
      {suggestions.listProps.suggestions.length > 0 && (
        <Suspense>
          <SuggestionList {...suggestions.listProps} />
        </Suspense>
      )}
    </form>
  )
}

/** Moves the focus to the field from anywhere but another field. */
const focusKey = '/'

function useFocusKey(input: RefObject<HTMLInputElement | null>) {
  useListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key !== focusKey || ctrlKey || metaKey || altKey) return
    if ((target as Element).closest('input, textarea, select, dialog, [contenteditable]')) return
    event.preventDefault()
    input.current!.focus()
    input.current!.select()
  })
}

/** A chunk of its own, loaded with the first suggestions: the first visit has no need of it. */
const SuggestionList = optionalPart<SuggestionListProps>(
  async () => (await import('./suggestion-list.tsx')).SuggestionList,
)

/** The rest of the search as hidden fields, for forms sent without JavaScript. */
function HiddenFilters({ search: { title: _title, page: _page, exact: _exact, ...rest } }: { search: SearchState }) {
  const fields = Object.entries(rest).filter(([, value]) => value)
  return fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Follows changes of the address, but keeps what was typed before hydration. */
function useSyncedTitle(input: RefObject<HTMLInputElement | null>, title: string) {
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) input.current!.value = shown.current = title
  }, [title, input])
  return shown
}

const searchSuggestions = publicEndpoint<typeof gallery.suggestions>('GET', '/images/suggestions/')

/** Fewer letters than this bring no suggestions. */
const minQueryLength = 2

/** Suggestions for what is typed: a combobox (ARIA APG, list autocomplete with manual selection). */
function useSuggestions(onChoose: (suggestion: Suggestion) => void) {
  const id = useId()
  const { send } = useAppContext()
  const [title, setTitle] = useState('')
  const [activeIndex, setActiveIndex] = useState(-1)
  const isEnabled = title.length >= minQueryLength
  const { data } = useQuery({
    ...callQuery(send, ['suggestions', title], searchSuggestions, { query: { title } }),
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

  const onKeyDown: KeyboardEventHandler = (event) => {
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
