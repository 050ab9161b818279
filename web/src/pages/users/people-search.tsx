import Search from 'lucide-react/icons/search'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { asking } from '../../parts/asking.ts'
import { words } from './words.ts'

/** Milliseconds after the last letter. */
const pause = 250

/** Finds people while one types; the address follows in place. */
export function PeopleSearch({ search }: { search: string }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const asked = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // When a link changed the address, the field follows; never while one types.
  useEffect(() => {
    if (asked.current !== search) input.current!.value = asked.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])

  const find = () => {
    clearTimeout(timer.current)
    asked.current = input.current!.value.trim()
    void navigate(asking({ search: asked.current }), { replace: true })
  }
  const type = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(find, pause)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find()
  }

  return (
    <form onSubmit={submit} className="search compact w-full sm:w-80">
      <Search aria-hidden="true" size={18} className="shrink-0 text-soft" />
      <input
        ref={input}
        type="search"
        name="search"
        defaultValue={search}
        placeholder={words.placeholder}
        aria-label={words.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        onInput={type}
      />
    </form>
  )
}
