import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { DeletedImages } from './deleted-images.tsx'
import { messages } from './messages.ts'
import { trashQuery } from './trash-query.ts'
import { useTrash } from './use-trash.ts'

/** What was deleted by anybody, until it goes for good. */
export function TrashPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const [address] = useSearchParams()
  const page = pageParam(address)
  const query = useQuery(trashQuery(send, user, page))
  const { busy, emptied, restore, empty } = useTrash(user)
  const data = emptied ? { count: 0, images: [] } : query.data
  return (
    <>
      <BackOfficeHeading
        title={title}
        hint={messages.hint(limits.trashDays)}
        status={data ? messages.count(data.count) : ''}
      >
        {data && data.count > 0 && <EmptyTrashButton count={data.count} busy={busy} onYes={empty} />}
      </BackOfficeHeading>
      <LoadState query={{ ...query, data }} loading={messages.loading} failed={messages.failed}>
        {({ count, images }) => {
          if (images.length)
            return <DeletedImages {...{ page, count, images, busy: busy || query.isPlaceholderData, restore }} />
          // The last ones of the last page were restored, or emptied elsewhere.
          return count ? (
            <Navigate replace to={queryString({ page: lastPage(count) })} />
          ) : (
            <NoDeletedImages user={user} />
          )
        }}
      </LoadState>
    </>
  )
}

const lastPage = (count: number) => Math.ceil(count / limits.managedImagesPerPage)

function EmptyTrashButton({ count, busy, onYes }: { count: number; busy: boolean; onYes: () => void }) {
  const [asked, ask] = useState(false)
  return (
    <>
      <button type="button" className="button small text-bad!" disabled={busy} onClick={() => ask(true)}>
        <Trash2 aria-hidden="true" size={17} />
        {messages.empty}
      </button>
      {asked && (
        <Confirm
          question={messages.sureToEmpty(count)}
          confirmLabel={messages.forGood}
          cancelLabel={messages.cancel}
          onConfirm={onYes}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

function NoDeletedImages({ user }: { user: SignedInUser }) {
  return (
    <CheckerboardPanel>
      <p className="heading">{messages.none}</p>
      <p className="mt-2 text-soft">{messages.noneHint}</p>
      <a className="button main mt-6" href={backOfficeHref(user, 'total')}>
        {messages.toImages}
      </a>
    </CheckerboardPanel>
  )
}
