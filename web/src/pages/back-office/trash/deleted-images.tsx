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
  busy: boolean
  restore: (ids: number[]) => Promise<void>
}

/** One page of the trash; one of them or those selected can be restored. */
export function DeletedImages({ page, count, images, busy, restore }: DeletedImagesProps) {
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  // What is not there any more is not selected either.
  const selected = images.flatMap(({ id }) => (chosen.has(id) ? id : []))
  return (
    <>
      <div className="mb-4 flex min-h-9.5 flex-wrap items-center gap-2.5">
        <button type="button" className="button small" onClick={() => choose(new Set(images.map(({ id }) => id)))}>
          {messages.selectAll}
        </button>
        {selected.length > 0 && (
          <>
            <button type="button" className="button small" onClick={() => choose(new Set())}>
              {messages.deselect}
            </button>
            <button type="button" className="button main small" disabled={busy} onClick={() => restore(selected)}>
              {messages.restoreSelected}
            </button>
          </>
        )}
        <p role="status" className="text-soft text-sm tabular-nums">
          {selected.length > 0 && messages.selected(selected.length)}
        </p>
      </div>
      <ul
        aria-busy={busy}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,236px),1fr))] gap-3 aria-busy:opacity-50"
      >
        {images.map((image) => (
          <DeletedImage
            key={image.id}
            image={image}
            selected={chosen.has(image.id)}
            busy={busy}
            onSelect={() => choose(toggle(chosen, image.id))}
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

function toggle(all: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(all)
  if (!next.delete(id)) next.add(id)
  return next
}
