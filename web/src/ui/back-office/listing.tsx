import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { currentParams, queryString } from '#api/query-string.ts'
import { CheckerboardPanel } from '../checkerboard-panel.tsx'
import { LoadState } from './load-state.tsx'

/** The search, the filters and the page of a list, which are in the address; a change leads to its first page. */
export function useListAddress<Params extends Record<string, string | number | undefined>>(
  parse: (search: URLSearchParams) => Params,
) {
  const navigate = useNavigate()
  const params = parse(useSearchParams()[0])
  const set = (change: Partial<Params>) =>
    void navigate(queryString({ ...parse(currentParams()), page: 1, ...change }), { replace: true })
  const filter = <Name extends keyof Params>(name: Name) => ({
    className: 'field compact',
    value: (params[name] ?? '') as NonNullable<Params[Name]> & string,
    onChoose: (value: string) => set({ [name]: value || undefined } as Partial<Params>),
  })
  return { params, set, filter }
}

interface ListingProps<Data> {
  query: { data: Data | undefined; isError: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  texts: Record<'failed' | 'none' | 'noneHint' | 'showAll', string> & { loading?: string }
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** One page of a list, or that it is loading, failed or empty; the one before is dimmed. */
export function Listing<Data>({ query, texts, isEmpty, children }: ListingProps<Data>) {
  const isStale = query.isPlaceholderData
  return (
    <LoadState query={query} loading={texts.loading} failed={texts.failed}>
      {(data) => (
        <div className={isStale ? 'opacity-50' : undefined} aria-busy={isStale}>
          {isEmpty(data) ? (
            <CheckerboardPanel>
              <p className="heading">{texts.none}</p>
              <p className="mt-2 max-w-[44ch] text-soft">{texts.noneHint}</p>
              <a className="button main mt-6" href={queryString({})}>
                {texts.showAll}
              </a>
            </CheckerboardPanel>
          ) : (
            children(data)
          )}
        </div>
      )}
    </LoadState>
  )
}
