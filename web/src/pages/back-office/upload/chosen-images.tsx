import { useCallback, useEffect, useState } from 'react'
import { DescribeAll } from './describe-all.tsx'
import { messages } from './messages.ts'
import { isLibraryDuplicate } from './model/duplicate.ts'
import { isEditable, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'
import { RemoveDuplicates } from './remove-duplicates.tsx'
import { UploadRow } from './upload-row.tsx'

const filters = {
  all: () => true,
  done: ({ state }: Upload) => state === 'success',
  failed: ({ state }: Upload) => state === 'error',
  had: isLibraryDuplicate,
}
type Filter = keyof typeof filters

/** Every chosen image in its place, whatever becomes of it; how many arrived and failed, to look at these alone. */
export function ChosenImages({ list, all }: { list: UploadList; all: Upload[] }) {
  const [filter, setFilter] = useState<Filter>('all')
  const [editing, setEditing] = useState<number | null>(null)
  const next = useCallback(
    (id: number) => {
      const open = list.read().all.filter(isEditable)
      setEditing(open[open.findIndex((one) => one.id === id) + 1]?.id ?? null)
    },
    [list],
  )
  // What was looked at may be gone: the last failure was sent after all.
  const shown = all.filter(filters[filter])
  const counted = shown.length ? shown : all
  const isOffered = (name: Filter) => name !== 'had' || all.some(isLibraryDuplicate)
  const mounted = useProgressiveCount(counted.length)

  return (
    <section aria-labelledby="chosen" className="mt-7">
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
                aria-pressed={filter === name && counted === shown}
                disabled={name !== 'all' && !all.some(filters[name])}
                onClick={() => setFilter(name)}
              >
                {messages.filters[name](all.filter(filters[name]).length)}
              </button>
            ))}
          </fieldset>
          <RemoveDuplicates list={list} had={all.filter(isLibraryDuplicate)} />
          <DescribeAll list={list} open={all.filter(isEditable)} />
        </div>
      </div>
      <ul aria-labelledby="chosen" className="grid grid-cols-1 gap-2">
        {counted.slice(0, mounted).map((one) => (
          <UploadRow
            key={one.id}
            upload={one}
            list={list}
            isEditing={editing === one.id && isEditable(one)}
            onEdit={setEditing}
            onNext={next}
          />
        ))}
      </ul>
    </section>
  )
}

/** Rows that are drawn in one go. */
const rowsPerStep = 40

/** Five hundred rows at once would hold the page up for a third of a second; in steps nobody feels them. */
function useProgressiveCount(total: number): number {
  const [count, setCount] = useState(rowsPerStep)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setCount(count + rowsPerStep), 16)
    return () => clearTimeout(timer)
  }, [count, total])
  return count
}
