import Search from 'lucide-react/icons/search'
import { type ComponentProps, type FormEvent, useEffect, useRef } from 'react'
import { useKeymap } from './keys.ts'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onSearch'> {
  label: string
  search: string
  onSearch: (typed: string) => void
}

/** Milliseconds after the last keystroke. */
const debounceMs = 250

/** Searches while one types. The field follows searches made elsewhere, but never overwrites what is typed. */
export function SearchField({ label, search, onSearch, className = '', ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastSearch = useRef(search)
  useEffect(() => {
    if (lastSearch.current !== search) field.current!.value = lastSearch.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  useKeymap('page', [{ keys: ['/'], does: 'Search', run: () => field.current?.focus() }])
  const submit = () => {
    clearTimeout(timer.current)
    const typed = field.current!.value.trim()
    if (typed === lastSearch.current) return
    lastSearch.current = typed
    onSearch(typed)
  }
  const submitSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(submit, debounceMs)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <search className={`min-w-0 flex-1 ${className}`}>
      <form onSubmit={onSubmit} className="relative">
        <Search size={17} className="absolute inset-y-0 left-3.5 my-auto text-soft" />
        <input
          ref={field}
          type="search"
          className="field min-h-[38px]! py-1! pl-10!"
          defaultValue={search}
          placeholder={label}
          aria-label={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onInput={submitSoon}
          {...input}
        />
      </form>
    </search>
  )
}
