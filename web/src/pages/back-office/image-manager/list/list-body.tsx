import type { UseQueryResult } from '@tanstack/react-query'
import { allLists, type StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { ReactNode } from 'react'
import type { ApiError } from '#api/api-client.ts'
import { useIsDisconnected } from '#shells/back-office/live-images.ts'
import { messages } from '../messages.ts'
import type { ImageListPage } from '../model/image-list-query.ts'
import type { ListParamsState } from '../model/use-list-params.ts'
import { EmptyList, ListError, TilePlaceholders } from './empty-list.tsx'

interface ListBodyProps {
  user: SignedInUser
  name: StatusFilter
  query: UseQueryResult<ImageListPage>
  params: ListParamsState
  /** The images. */
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

function ListContent({ user, name, query: { data, error, refetch }, params, children }: ListBodyProps) {
  const isDisconnected = useIsDisconnected(user)
  const retry = () => void refetch()
  if (data?.images.length) return children
  if (data)
    return (
      <EmptyList
        user={user}
        name={name}
        title={params.title}
        isFiltered={Object.keys(params.filters).length > 0}
        all={params.hrefOf({ title: '', exact: false, filters: {}, page: 1 })}
      />
    )
  if (isDisconnected)
    return <ListError title={messages.noConnection} message={messages.noConnectionHint} onRetry={retry} />
  if (!error) return <TilePlaceholders />
  const { message } = error as ApiError
  return <ListError title={allLists[name].messages.failed} message={message} onRetry={retry} />
}
