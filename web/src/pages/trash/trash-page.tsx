import { useQuery } from '@tanstack/react-query'
import { limits } from '@vitrine/contract/limits'
import type { SignedInUser } from '@vitrine/contract/users'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { pageParam, queryString } from '../../parts/asking.ts'
import { LoadState } from '../../parts/awaited.tsx'
import { CheckerboardPanel } from '../../parts/bold-checks.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import type { BackOfficePage } from '../../parts/office.tsx'
import { BackOfficeHeading } from '../../parts/office-head.tsx'
import { backOfficeHref } from '../../parts/rooms.ts'
import { useAppContext } from '../../surroundings.ts'
import { DeletedImages } from './deleted-images.tsx'
import { trashOf } from './trash-of.ts'
import { useTrash } from './use-trash.ts'
import { words } from './words.ts'

export const trash: BackOfficePage = { title: words.title, Page: TrashPage }

/** What was deleted by anybody, until it goes for good. */
function TrashPage({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const [address] = useSearchParams()
  const page = pageParam(address)
  const query = useQuery(trashOf(send, user, page))
  const { busy, emptied, restore, empty } = useTrash(user)
  const data = emptied ? { count: 0, images: [] } : query.data
  return (
    <>
      <BackOfficeHeading
        title={words.title}
        hint={words.hint(limits.trashDays)}
        status={data ? words.count(data.count) : ''}
      >
        {data && data.count > 0 && <Empty count={data.count} busy={busy} onYes={empty} />}
      </BackOfficeHeading>
      <LoadState query={{ ...query, data }} loading={words.loading} failed={words.failed}>
        {({ count, images }) => {
          if (images.length)
            return <DeletedImages {...{ page, count, images, busy: busy || query.isPlaceholderData, restore }} />
          // The last ones of the last page were restored, or emptied elsewhere.
          return count ? <Navigate replace to={queryString({ page: lastPage(count) })} /> : <Nothing user={user} />
        }}
      </LoadState>
    </>
  )
}

const lastPage = (count: number) => Math.ceil(count / limits.managedImagesPerPage)

function Empty({ count, busy, onYes }: { count: number; busy: boolean; onYes: () => void }) {
  const [asked, ask] = useState(false)
  return (
    <>
      <button type="button" className="button small text-bad!" disabled={busy} onClick={() => ask(true)}>
        <Trash2 aria-hidden="true" size={17} />
        {words.empty}
      </button>
      {asked && (
        <Confirm
          question={words.sureToEmpty(count)}
          confirmLabel={words.forGood}
          cancelLabel={words.cancel}
          onConfirm={onYes}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

function Nothing({ user }: { user: SignedInUser }) {
  return (
    <CheckerboardPanel>
      <p className="heading">{words.none}</p>
      <p className="mt-2 text-soft">{words.noneHint}</p>
      <a className="button main mt-6" href={backOfficeHref(user, 'total')}>
        {words.toImages}
      </a>
    </CheckerboardPanel>
  )
}
