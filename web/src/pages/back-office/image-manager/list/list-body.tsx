import type { UseQueryResult } from '@tanstack/react-query'
import { ownLists } from '@vitrine/contract/calls/back-office/lists'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { ReactNode } from 'react'
import { useUser } from '#api/back-office.ts'
import { useIsDisconnected } from '#shells/back-office/live-images.ts'
import { LoadFailure, LoadingState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import type { ImageListPage, ListName } from '../image-list-query.ts'
import { messages } from '../messages.ts'
import { isNarrowed, type ListParamsState } from '../use-list-params.ts'

interface ListBodyProps {
  name: ListName
  query: UseQueryResult<ImageListPage>
  params: ListParamsState
  /** In the place of an empty list. */
  empty?: ReactNode
  children: ReactNode
}

/** The tiles of a list, or its empty, failed or loading state. */
export function ListBody({ query, ...props }: ListBodyProps) {
  return (
    <div className={query.isPlaceholderData ? 'opacity-50' : ''} aria-busy={query.isPlaceholderData}>
      <ListContent query={query} {...props} />
    </div>
  )
}

function ListContent({ name, query: { data, error, refetch }, params, empty, children }: ListBodyProps) {
  const isDisconnected = useIsDisconnected()
  if (data?.images.length) return children
  if (data && empty && !isNarrowed(params)) return empty
  if (data) return <EmptyList name={name} params={params} />
  if (!error && !isDisconnected) return <LoadingState text="Loading images..." />
  const text = isDisconnected ? 'No connection.' : ownLists.total.messages.failed
  return <LoadFailure text={text} onRetry={refetch} />
}

function EmptyList({ name, params }: Pick<ListBodyProps, 'name' | 'params'>) {
  const user = useUser()
  const isPart = isNarrowed(params)
  const isFiltered = Object.keys(params.filters).length > 0
  const all = params.hrefOf({ title: '', exact: false, filters: {}, page: 1 })
  return (
    <CheckerboardPanel>
      <p className="heading">{isPart ? messages.notFound(params.title, isFiltered) : messages.empty[name]}</p>
      {!isPart && <p className="mt-2 max-w-[44ch] text-soft">{messages.emptyHint[name]}</p>}
      {(isPart || name !== 'trash') && (
        <a className="button main mt-6" href={isPart ? all : backOfficeHref(user, 'upload')}>
          {isPart ? 'Show all of the list' : 'Upload images'}
        </a>
      )}
    </CheckerboardPanel>
  )
}
