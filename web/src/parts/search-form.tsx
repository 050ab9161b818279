import type { Suggestion } from '@vitrine/contract/gallery'
import { limits } from '@vitrine/contract/limits'
import { pages } from '@vitrine/contract/pages'
import Glass from 'lucide-react/icons/search'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { everything, type Search, searchHref } from './search.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'
import { words } from './words.ts'

interface Props {
  search?: Search
  /** Searches while one types; otherwise typing only brings suggestions. */
  live?: boolean
  className?: string
}

/** Milliseconds after the last letter. */
const pause = 250

/**
 * Searches by title and keeps the rest of the search it is given. Without JavaScript it is a form that gets '/'; with it
 * the page stays.
 */
export function SearchForm({ search = everything, live = false, className = '' }: Props) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const shown = useShownTitle(input, search.title)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** While one types, the address follows in place: one step back leads to where one began. */
  const typing = useRef(false)

  const go = (wanted: Partial<Search> & { title: string }, inPlace = false) => {
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
    }, pause)
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
        placeholder={words.search.placeholder}
        aria-label={words.search.label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.title}
        onInput={type}
        onBlur={leave}
        {...list.field}
      />
      <Kept search={search} />
      <button type="submit">{words.search.button}</button>
      <SuggestionList {...list.box} />
    </form>
  )
}

/** What the form keeps of the search where there is no JavaScript. */
function Kept({ search: { title: _title, page: _page, ...rest } }: { search: Search }) {
  const kept = Object.entries(rest).filter(([, value]) => value)
  return kept.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** Follows the address when it changes, and leaves alone what was typed before the page came alive. */
function useShownTitle(input: RefObject<HTMLInputElement | null>, title: string) {
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) input.current!.value = shown.current = title
  }, [title, input])
  return shown
}
