import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { CsvButtons } from './csv/csv-buttons.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { TitleSearch } from './filters/title-search.tsx'
import { messages } from './messages.ts'
import type { ListParamsState } from './model/use-list-params.ts'

interface ListHeaderProps {
  user: SignedInUser
  name: StatusFilter
  headline: string
  params: ListParamsState
  /** Undefined in lists without check boxes. */
  onSelectAll: (() => void) | undefined
}

export function ListHeader({ user, name, headline, params, onSelectAll }: ListHeaderProps) {
  return (
    <div className="list-header">
      <BackOfficeHeading title={headline}>
        <div className="list-tools">
          <TitleSearch title={params.title} onSearch={(title) => params.go({ title, exact: false, page: 1 })} />
          <CsvButtons user={user} list={name} search={params} />
        </div>
      </BackOfficeHeading>
      <FilterBar user={user} params={params}>
        {onSelectAll && (
          <button type="button" className="button small" onClick={onSelectAll} aria-keyshortcuts="Control+A">
            {messages.allSelect}
          </button>
        )}
      </FilterBar>
      <p role="status" className="sr-only">
        {(params.title || Object.keys(params.filters).length > 0) && headline}
      </p>
    </div>
  )
}
