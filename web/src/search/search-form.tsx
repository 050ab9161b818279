import type { Suggestion } from '@vitrine/contract/calls/gallery'
import { pages } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
import Glass from 'lucide-react/icons/search'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { emptySearch, type SearchState, searchHref } from './image-search.ts'
import { messages } from './messages.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

interface SearchFormProps {
  search?: SearchState
  /** Searches while one types; otherwise typing only brings suggestions. */
  isLive?: boolean
  className?: string
}

/** Milliseconds after the last letter. */
const debounceMs = 250

/**
 * Searches by title and keeps the rest of the search it is given. Without JavaScript it is a form that gets '/'; with it
 * the page stays.
 */
export function SearchForm({ search = emptySearch, isLive: live = false, className = '' }: SearchFormProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const shown = useSyncedTitle(input, search.title)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** While one types, the address follows in place: one step back leads to where one began. */
  const typing = useRef(false)

  const go = (wanted: Partial<SearchState> & { title: string }, inPlace = false) => {
    clearTimeout(timer.current)
    shown.current = wanted.title
    const href = searchHref({ ...search, page: 1, ...wanted })
    void navigate(href, { replace: inPlace || (live && href === searchHref(search)) })
  }

  const choose = ({ kind, text }: Suggestion) => {
    input.current!.value = kind === 'title' ? text : ''
    go(kind === 'title' ? { title: text } : { title: '', keyword: text })
  }

  const list = useSuggestions(choose)

  const type = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const field = input.current
      if (!field || field !== document.activeElement) return
      const title = field.value.trim()
      list.ask(title)
      if (!live || title === shown.current) return
      go({ title }, typing.current)
      typing.current = true
    }, debounceMs)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    list.close()
    typing.current = false
    go({ title: input.current!.value.trim() })
  }

  const leave = () => {
    list.close()
    typing.current = false
  }

  return (
    <form action={pages.home.href()} onSubmit={submit} className={`search ${className}`}>
      <Glass aria-hidden="true" size={20} className="shrink-0 text-soft" />
      <input
        ref={input}
        type="search"
        name="title"
        defaultValue={search.title}
        placeholder={messages.placeholder}
        aria-label={messages.label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.title}
        onInput={type}
        onBlur={leave}
        {...list.field}
      />
      <HiddenFilters search={search} />
      <button type="submit">{messages.submit}</button>
      <SuggestionList {...list.box} />
    </form>
  )
}

/** What the form keeps of the search where there is no JavaScript. */
function HiddenFilters({ search: { title: _title, page: _page, ...rest } }: { search: SearchState }) {
  const kept = Object.entries(rest).filter(([, value]) => value)
  return kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Follows the address when it changes, and leaves alone what was typed before the page came alive. */
function useSyncedTitle(input: RefObject<HTMLInputElement | null>, title: string) {
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) input.current!.value = shown.current = title
  }, [title, input])
  return shown
}
