import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId, pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { Pager } from '#ui/pager.tsx'
import { messages } from './messages.ts'
import { refusedCopiesQuery } from './refused-copies-query.ts'
import { RefusedCopyEntry } from './refused-copy.tsx'

/** Uploads that were refused as copies of pictures that were taken down, newest first. */
export function RefusedCopiesPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const page = pageParam(useSearchParams()[0])
  const query = useQuery(refusedCopiesQuery(send, user, page))
  const { data, isPlaceholderData } = query
  return (
    <>
      <BackOfficeHeading title={title} hint={messages.hint} status={data ? messages.count(data.count) : ''}>
        <a className="button small" href={backOfficeHref(user, 'reports')}>
          {messages.toReports}
        </a>
      </BackOfficeHeading>
      <LoadState query={query} loading={messages.loading} failed={messages.failed}>
        {({ count, copies }) => (
          <div className={isPlaceholderData ? 'opacity-50' : undefined} aria-busy={isPlaceholderData}>
            {copies.length ? (
              <ol className="panel divide-y divide-line" aria-label={messages.list}>
                {copies.map((copy) => (
                  <RefusedCopyEntry key={copy.id} user={user} copy={copy} />
                ))}
              </ol>
            ) : (
              <CheckerboardPanel>
                <p className="heading">{messages.none}</p>
                <p className="mt-2 max-w-[44ch] text-soft">{messages.noneHint}</p>
              </CheckerboardPanel>
            )}
            <Pager
              page={page}
              pages={Math.ceil(count / limits.managedImagesPerPage)}
              href={(to) => `${queryString({ page: to })}#${listHeadingId}`}
            />
          </div>
        )}
      </LoadState>
    </>
  )
}
