import { limits } from '@vitrine/contract/vocabulary/limits'
import Search from 'lucide-react/icons/search'
import { useDebouncedSearch } from '#ui/forms/use-debounced-search.ts'
import { messages } from './messages.ts'

/** Searches while typing, by words or by what names an image. */
export function TitleSearch({ title, onSearch }: { title: string; onSearch: (title: string) => void }) {
  const { field, onInput, onSubmit } = useDebouncedSearch(title, onSearch)
  return (
    <search className="min-w-0 flex-1 basis-64 lg:max-w-md">
      <form onSubmit={onSubmit} className="relative">
        <Search aria-hidden="true" size={17} className="absolute inset-y-0 left-3.5 my-auto text-soft" />
        <input
          ref={field}
          type="search"
          className="field min-h-[38px]! py-1! pl-10!"
          defaultValue={title}
          placeholder={messages.search}
          aria-label={messages.search}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.title}
          onInput={onInput}
        />
      </form>
    </search>
  )
}
