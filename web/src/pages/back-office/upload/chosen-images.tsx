import { useCallback, useEffect, useState } from 'react'
import { DescribeAll } from './describe-all.tsx'
import { RemoveDuplicates } from './duplicates/remove-duplicates.tsx'
import { MendAll } from './mending/mend-all.tsx'
import { messages } from './messages.ts'
import { isLibraryDuplicate } from './model/duplicate.ts'
import { isMendable } from './model/mended-uploads.ts'
import { findingsOf, isEditable, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'
import { UploadRow } from './upload-row.tsx'

const filters = {
  all: () => true,
  done: ({ state }: Upload) => state === 'success',
  failed: ({ state }: Upload) => state === 'error',
  duplicates: isLibraryDuplicate,
  findings: (upload: Upload) => findingsOf(upload).length > 0,
}
type Filter = keyof typeof filters

/** Shown only where there are such images. */
const optionalFilters = { duplicates: true, findings: true }

/** All chosen images in their order, with a filter by outcome. */
export function ChosenImages({ list, uploads }: { list: UploadList; uploads: Upload[] }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [editedId, setEditedId] = useState<number | null>(null)
  const editNext = useCallback(
    (id: number) => {
      const editable = list.getSnapshot().uploads.filter(isEditable)
      setEditedId(editable[editable.findIndex((upload) => upload.id === id) + 1]?.id ?? null)
    },
    [list],
  )
  const matching = uploads.filter(filters[filter])
  // A filter that has become empty, as after the last failure was sent, shows all.
  const visible = matching.length ? matching : uploads
  const duplicates = uploads.filter(isLibraryDuplicate)
  const isOffered = (name: Filter) => !(name in optionalFilters) || uploads.some(filters[name])
  const renderedCount = useProgressiveCount(visible.length)

  return (
    <section aria-labelledby="chosen" className="mt-7" tabIndex={-1}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="chosen" className="heading">
          {messages.list}
        </h2>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{messages.show}</legend>
            {(Object.keys(filters) as Filter[]).filter(isOffered).map((name) => (
              <button
                key={name}
                type="button"
                className="chip as-typed min-h-9.5 cursor-pointer tabular-nums disabled:cursor-default"
                aria-pressed={filter === name && visible === matching}
                disabled={name !== 'all' && !uploads.some(filters[name])}
                onClick={() => setFilter(name)}
              >
                {messages.filters[name](uploads.filter(filters[name]).length)}
              </button>
            ))}
          </fieldset>
          <RemoveDuplicates list={list} duplicates={duplicates} />
          <MendAll list={list} mendable={uploads.filter(isMendable)} />
          <DescribeAll list={list} editable={uploads.filter(isEditable)} />
        </div>
      </div>
      <ul aria-labelledby="chosen" className="grid grid-cols-1 gap-2">
        {visible.slice(0, renderedCount).map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            list={list}
            isEditing={editedId === upload.id && isEditable(upload)}
            onEdit={setEditedId}
            onNext={editNext}
          />
        ))}
      </ul>
    </section>
  )
}

/** Rows rendered per step. */
const rowsPerStep = 40

/** Rendering 500 rows at once blocks the page for a third of a second, so they are rendered in steps. */
function useProgressiveCount(total: number): number {
  const [count, setCount] = useState(rowsPerStep)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + rowsPerStep), 16)
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
