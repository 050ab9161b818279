import { limits } from '@vitrine/contract/limits'
import { pages } from '@vitrine/contract/pages'
import { Search as Glass } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { everything, type Search, searchHref } from './search.ts'
import { words } from './words.ts'

/**
 * Searches by title and keeps the rest of the search it is given. Without JavaScript it is a form that gets '/'; with it
 * the page stays.
 */
export function SearchForm({ search = everything, className = '' }: { search?: Search; className?: string }) {
  const navigate = useNavigate()
  const input = useShownTitle(search.title)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate(searchHref({ ...search, title: input.current!.value.trim(), page: 1 }))
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
      />
      {search.category && <input type="hidden" name="category" value={search.category} />}
      {search.keyword && <input type="hidden" name="keyword" value={search.keyword} />}
      <button type="submit">{words.search.button}</button>
    </form>
  )
}

/** Follows the address when it changes, and leaves alone what was typed before the page came alive. */
function useShownTitle(title: string) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(title)
  useEffect(() => {
    if (shown.current !== title) input.current!.value = shown.current = title
  }, [title])
  return input
}
