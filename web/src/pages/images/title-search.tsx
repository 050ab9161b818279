import { limits } from '@vitrine/contract/limits'
import Search from 'lucide-react/icons/search'
import { type FormEvent, useEffect, useRef } from 'react'
import { words } from './words.ts'

/** Milliseconds after the last letter. */
const pause = 250

/** Searches while one types. */
export function TitleSearch({ title, onSearch }: { title: string; onSearch: (title: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = useRef(title)

  // Follows the address, unless it only says what was typed here.
  useEffect(() => {
    if (shown.current !== title) field.current!.value = shown.current = title
  }, [title])
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = () => {
    clearTimeout(timer.current)
    const typed = field.current!.value.trim()
    if (typed === shown.current) return
    shown.current = typed
    onSearch(typed)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    search()
  }

  return (
    <search className="min-w-0 flex-1 basis-64 lg:max-w-md">
      <form onSubmit={submit} className="relative">
        <Search aria-hidden="true" size={17} className="absolute inset-y-0 left-3.5 my-auto text-soft" />
        <input
          ref={field}
          type="search"
          className="field min-h-[38px]! py-1! pl-10!"
          defaultValue={title}
          placeholder={words.search}
          aria-label={words.search}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.title}
          onInput={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(search, pause)
          }}
        />
      </form>
    </search>
  )
}
