import { type FormEvent, useEffect, useRef } from 'react'

/** Milliseconds after the last letter. */
const debounceMs = 250

/** Searches while one types. The field follows what was searched for elsewhere, and never what was typed in it. */
export function useDebouncedSearch(search: string, onSearch: (typed: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const known = useRef(search)

  useEffect(() => {
    if (known.current !== search) field.current!.value = known.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const find = () => {
    clearTimeout(timer.current)
    const typed = field.current!.value.trim()
    if (typed === known.current) return
    known.current = typed
    onSearch(typed)
  }
  return {
    field,
    onInput() {
      clearTimeout(timer.current)
      timer.current = setTimeout(find, debounceMs)
    },
    onSubmit(event: FormEvent) {
      event.preventDefault()
      find()
    },
  }
}
