import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { trash } from '@vitrine/contract/calls/back-office/trash'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useState } from 'react'
import { apiClient, type Transport } from '#api/api-client.ts'
import { listHeadingId, queryString } from '#api/query-string.ts'
import { contrastClass } from '#image-card/image-src.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { Pager } from '#ui/pager.tsx'
import { messages } from './messages.ts'

type TrashedImage = Reply<typeof trash.list>['images'][number]

/** One page of the trash, fetched at every visit; the previous page stays visible while the next one loads. */
export const trashQuery = (send: Transport, user: SignedInUser, page: number) =>
  queryOptions({
    queryKey: [...backOfficeKey(user), 'trash', page],
    queryFn: ({ signal }) => apiClient(send, signal)(trash.list, { query: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

interface DeletedImagesProps {
  page: number
  count: number
  images: TrashedImage[]
  /** Contributors restore only what they deleted themselves. */
  isRestorable: (image: TrashedImage) => boolean
  isBusy: boolean
  restore: (ids: number[]) => Promise<void>
}

/** One page of the trash; images are restored singly or by selection. */
export function DeletedImages({ page, count, images, isRestorable, isBusy, restore }: DeletedImagesProps) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set())
  // Images that are gone are not selected any more.
  const selected = images.flatMap(({ id }) => (selectedIds.has(id) ? id : []))
  const selectAll = () => setSelectedIds(new Set(images.filter(isRestorable).map(({ id }) => id)))
  return (
    <>
      <div className="mb-4 flex min-h-9.5 flex-wrap items-center gap-2.5">
        <button type="button" className="button small" onClick={selectAll}>
          {messages.selectAll}
        </button>
        {selected.length > 0 && (
          <>
            <button type="button" className="button small" onClick={() => setSelectedIds(new Set())}>
              {messages.deselect}
            </button>
            <button type="button" className="button main small" disabled={isBusy} onClick={() => restore(selected)}>
              {messages.restoreSelected}
            </button>
          </>
        )}
        <p role="status" className="text-soft text-sm tabular-nums">
          {selected.length > 0 && messages.selected(selected.length)}
        </p>
      </div>
      {images.some(({ is_reported }) => is_reported) && <p className="mb-4 text-soft">{messages.reportedStay}</p>}
      <ul
        aria-busy={isBusy}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,236px),1fr))] gap-3 aria-busy:opacity-50"
      >
        {images.map((image) => (
          <DeletedImage
            key={image.id}
            image={image}
            isSelected={selectedIds.has(image.id)}
            isRestorable={isRestorable(image)}
            isBusy={isBusy}
            onSelect={() => setSelectedIds(toggle(selectedIds, image.id))}
            onRestore={() => restore([image.id])}
          />
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(count / limits.managedImagesPerPage)}
        href={(other) => `${queryString({ page: other })}#${listHeadingId}`}
      />
    </>
  )
}

function toggle(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

interface DeletedImageProps {
  image: TrashedImage
  isSelected: boolean
  isRestorable: boolean
  isBusy: boolean
  onSelect: () => void
  onRestore: () => void
}

/** At most this many days left are highlighted. */
const urgentDays = 3

/** A deleted image, who deleted it and the days left, or that reports keep it. */
function DeletedImage({ image, isSelected, isRestorable, isBusy, onSelect, onRestore }: DeletedImageProps) {
  const { title, cloudflare_url, width, height, user, deleted_by, deleted_at, is_reported } = image
  return (
    <li className={`panel flex min-w-0 flex-col overflow-clip ${isSelected ? 'outline-2 outline-accent' : ''}`}>
      <label className={`checkerboard relative block cursor-pointer ${contrastClass(image)}`}>
        <input
          type="checkbox"
          checked={isSelected}
          disabled={!isRestorable}
          onChange={onSelect}
          aria-label={messages.select(title)}
          className="absolute top-3 left-3 size-6 cursor-pointer"
        />
        <img
          src={cloudflare_url}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          className="aspect-4/3 w-full object-contain p-[9%]"
        />
      </label>
      <div className="flex flex-1 flex-col gap-1 px-4 pt-3 pb-4 text-sm">
        <h2 dir="auto" className="wrap-anywhere font-semibold text-base leading-snug">
          {title}
        </h2>
        <p className="wrap-anywhere text-soft">{messages.by(user.username)}</p>
        <p className="wrap-anywhere text-soft tabular-nums">
          {isRestorable ? messages.deleted(deleted_by) : messages.deletedByAdmin}
          <br />
          <DateTimeText at={deleted_at} />
        </p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pt-3">
          {is_reported ? (
            <span>{messages.reported}</span>
          ) : (
            <span className={daysLeft(deleted_at) > urgentDays ? 'tabular-nums' : 'text-bad tabular-nums'}>
              {messages.left(daysLeft(deleted_at))}
            </span>
          )}
          {isRestorable && (
            <button
              type="button"
              className="button small"
              disabled={isBusy}
              aria-label={messages.restoreOne(title)}
              onClick={onRestore}
            >
              {messages.restore}
            </button>
          )}
        </p>
      </div>
    </li>
  )
}

const dayMs = 24 * 60 * 60 * 1000

/** Days until permanent deletion, rounded up; 0: it is deleted in the next nightly run. */
export const daysLeft = (deletedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + limits.trashDays * dayMs - now) / dayMs))
