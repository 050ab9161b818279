import Search from 'lucide-react/icons/search'
import { useNavigate } from 'react-router'
import { queryString } from '#api/query-string.ts'
import { useDebouncedSearch } from '#ui/forms/use-debounced-search.ts'
import { messages } from './messages.ts'
import type { PeopleParams } from './people-query.ts'

/** Searches accounts while typing; the URL is replaced, not pushed. */
export function PeopleSearch({ params: { search, role, state } }: { params: PeopleParams }) {
  const navigate = useNavigate()
  const { field, onInput, onSubmit } = useDebouncedSearch(
    search,
    (typed) => void navigate(queryString({ search: typed, role, state }), { replace: true }),
  )
  return (
    <form onSubmit={onSubmit} className="search compact w-full sm:w-80">
      <Search aria-hidden="true" size={18} className="shrink-0 text-soft" />
      <input
        ref={field}
        type="search"
        name="search"
        defaultValue={search}
        placeholder={messages.placeholder}
        aria-label={messages.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={100}
        onInput={onInput}
      />
    </form>
  )
}
