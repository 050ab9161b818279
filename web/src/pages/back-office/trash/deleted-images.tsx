import { limits } from '@vitrine/contract/vocabulary/limits'
import { useState } from 'react'
import { listHeadingId, queryString } from '#api/query-string.ts'
import { Pager } from '#ui/pager.tsx'
import { DeletedImage } from './deleted-image.tsx'
import { messages } from './messages.ts'
import type { TrashedImage } from './trash-query.ts'

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
