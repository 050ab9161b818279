import { useQuery, useQueryClient } from '@tanstack/react-query'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { pageParam, queryString } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { DeletedImages, trashQuery } from './deleted-images.tsx'
import { messages } from './messages.ts'

/** Deleted images until their permanent deletion: one's own, or those of all contributors for admins. */
export function TrashPage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  const [params] = useSearchParams()
  const page = pageParam(params)
  const query = useQuery(trashQuery(send, user, page))
  const { isBusy, isEmptied, restore, empty } = useTrash(user)
  const data = isEmptied ? { count: 0, images: [] } : query.data
  return (
    <>
      <BackOfficeHeading
        title={title}
        hint={messages.hint(limits.trashDays)}
        status={data ? messages.count(data.count) : ''}
      >
        {data && data.count > 0 && <EmptyTrashButton count={data.count} isBusy={isBusy} onConfirm={empty} />}
      </BackOfficeHeading>
      <LoadState query={{ ...query, data }} loading={messages.loading} failed={messages.failed}>
        {({ count, images }) => {
          if (images.length)
            return (
              <DeletedImages
                {...{ page, count, images, restore }}
                isRestorable={({ deleted_by }) => user.role === 'admin' || deleted_by === user.username}
                isBusy={isBusy || query.isPlaceholderData}
              />
            )
          // The last images of the last page were restored or deleted elsewhere.
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

interface EmptyTrashButtonProps {
  count: number
  isBusy: boolean
  onConfirm: () => void
}

function EmptyTrashButton({ count, isBusy, onConfirm }: EmptyTrashButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <button type="button" className="button small danger" disabled={isBusy} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" size={17} />
        {messages.empty}
      </button>
      {isConfirming && (
        <Confirm
          question={messages.sureToEmpty(count)}
          confirmLabel={messages.forGood}
          isDestructive
          onConfirm={onConfirm}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}

function NoDeletedImages({ user }: { user: SignedInUser }) {
  return (
    <CheckerboardPanel>
      <p className="heading">{messages.none}</p>
      <p className="mt-2 text-soft">{messages.noneHint[user.role]}</p>
      <a className="button main mt-6" href={backOfficeHref(user, 'total')}>
        {messages.toImages}
      </a>
    </CheckerboardPanel>
  )
}

/**
 * The actions of the trash. The server empties a large trash in several steps and would meanwhile still list some
 * images, so the page itself remembers that it `isEmptied`, unless reported images stay.
 */
function useTrash(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [isEmptied, setIsEmptied] = useState(false)

  const withBusy = async (work: () => Promise<void>, failed: string) => {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      toastError(error, failed)
    }
    setIsBusy(false)
  }

  const restore = (image_ids: number[]) =>
    withBusy(async () => {
      await apiClient(send)(trash.restore, { body: { image_ids } })
      toast('success', trash.restore.messages.done)
      await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
    }, trash.restore.messages.failed)

  const empty = () =>
    withBusy(async () => {
      const { message, staying } = await apiClient(send)(trash.empty)
      toast('success', message)
      if (staying) await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      else setIsEmptied(true)
    }, trash.empty.messages.failed)

  return { isBusy, isEmptied, restore, empty }
}
