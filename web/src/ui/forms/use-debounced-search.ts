import { type FormEvent, useEffect, useRef } from 'react'

/** Milliseconds after the last keystroke. */
const debounceMs = 250

/** Searches while the person types. The field follows searches made elsewhere, but never overwrites what is typed. */
export function useDebouncedSearch(search: string, onSearch: (typed: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastSearch = useRef(search)

  useEffect(() => {
    if (lastSearch.current !== search) field.current!.value = lastSearch.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const submit = () => {
    clearTimeout(timer.current)
    const typed = field.current!.value.trim()
    if (typed === lastSearch.current) return
    lastSearch.current = typed
    onSearch(typed)
  }
  return {
    field,
    onInput() {
      clearTimeout(timer.current)
      timer.current = setTimeout(submit, debounceMs)
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      submit()
    },
  }
}
