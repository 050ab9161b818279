import Search from 'lucide-react/icons/search'
import type { ComponentProps } from 'react'
import { useDebouncedSearch } from '../forms/use-debounced-search.ts'
import { useKeymap } from './keys.ts'

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onSearch'> {
  label: string
  search: string
  onSearch: (typed: string) => void
}

/** Searches while one types. */
export function SearchField({ label, search, onSearch, className = '', ...input }: SearchFieldProps) {
  const { field, onInput, onSubmit } = useDebouncedSearch(search, onSearch)
  useKeymap('page', [{ keys: ['/'], does: 'Search', run: () => field.current?.focus() }])
  return (
    <search className={`min-w-0 flex-1 ${className}`}>
      <form onSubmit={onSubmit} className="relative">
        <Search aria-hidden="true" size={17} className="absolute inset-y-0 left-3.5 my-auto text-soft" />
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
          onInput={onInput}
          {...input}
        />
      </form>
    </search>
  )
}
