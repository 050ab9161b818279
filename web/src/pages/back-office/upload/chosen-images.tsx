import { useCallback, useEffect, useState } from 'react'
import { RemoveDuplicates, UseWords } from './duplicates.tsx'
import { MendAll } from './mending/mend-offer.tsx'
import { messages } from './messages.ts'
import { hasUnsavedWords, isLibraryDuplicate } from './model/duplicate.ts'
import { findingsOf, isEditable, metadataOf, type Upload } from './model/upload.ts'
import { isMendable } from './model/upload-changes.ts'
import type { UploadList } from './model/upload-list.ts'
import { messages as selectionMessages } from './selection/messages.ts'
import { DescribeImages, SelectionBar } from './selection/selection-bar.tsx'
import { leaveOut, useRowSelection } from './selection/use-row-selection.ts'
import { UploadRow } from './upload-row.tsx'

const filters = {
  all: () => true,
  done: ({ state }: Upload) => state === 'success',
  failed: ({ state }: Upload) => state === 'error',
  present: ({ state }: Upload) => state === 'present',
  duplicates: isLibraryDuplicate,
  findings: (upload: Upload) => findingsOf(upload).length > 0,
}
type Filter = keyof typeof filters

/** Shown only where there are such images. */
const optionalFilters = { present: true, duplicates: true, findings: true }

interface ChosenImagesProps {
  list: UploadList
  uploads: Upload[]
}

/** All chosen images in their order, with a filter by outcome and a selection. */
export function ChosenImages({ list, uploads }: ChosenImagesProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const matching = uploads.filter(filters[filter])
  // A filter that has become empty, as after the last failure was sent, shows all.
  const visible = matching.length ? matching : uploads
  return (
    <section aria-labelledby="chosen" className="mt-7" tabIndex={-1}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="chosen" className="heading">
          {messages.list}
        </h2>
        <Filters uploads={uploads} filter={visible === matching ? filter : null} onFilter={setFilter} />
      </div>
      <Rows list={list} uploads={uploads} visible={visible} />
    </section>
  )
}

interface FiltersProps {
  uploads: Upload[]
  filter: Filter | null
  onFilter: (filter: Filter) => void
}

function Filters({ uploads, filter, onFilter }: FiltersProps) {
  const isOffered = (name: Filter) => !(name in optionalFilters) || uploads.some(filters[name])
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{messages.show}</legend>
      {(Object.keys(filters) as Filter[]).filter(isOffered).map((name) => (
        <button
          key={name}
          type="button"
          className="chip as-typed min-h-9.5 cursor-pointer tabular-nums disabled:cursor-default"
          aria-pressed={filter === name}
          disabled={name !== 'all' && !uploads.some(filters[name])}
          onClick={() => onFilter(name)}
        >
          {messages.filters[name](uploads.filter(filters[name]).length)}
        </button>
      ))}
    </fieldset>
  )
}

function Rows({ list, uploads, visible }: ChosenImagesProps & { visible: Upload[] }) {
  const [editedId, setEditedId] = useState<number | null>(null)
  const selection = useRowSelection(
    visible.map(({ id }) => id),
    { onEdit: setEditedId, onRemove: (ids) => leaveOut(list, ids) },
  )
  const { selected, currentId, select, setFocusedId } = selection
  const editNext = useCallback(
    (id: number) => {
      const editable = list.getSnapshot().uploads.filter(isEditable)
      setEditedId(editable[editable.findIndex((upload) => upload.id === id) + 1]?.id ?? null)
    },
    [list],
  )
  const renderedCount = useProgressiveCount(visible.length)
  const repeated = repeatedTitles(uploads)
  const chosen = uploads.filter(({ id }) => selected.has(id))
  const editable = (chosen.length ? chosen : uploads).filter(isEditable)
  const label = selectionMessages[chosen.length ? 'describe' : 'describeAll'](editable.length)

  return (
    <>
      <SelectionBar
        selectedCount={selected.size}
        visibleCount={visible.length}
        onSelectAll={selection.selectAll}
        onClear={selection.clear}
      >
        {editable.length > (chosen.length ? 0 : 1) && <DescribeImages list={list} editable={editable} label={label} />}
        {chosen.length > 0 && (
          <button type="button" className="button small danger" onClick={() => leaveOut(list, selected)}>
            {selectionMessages.leaveOut(chosen.length)}
          </button>
        )}
        <UseWords list={list} uploads={uploads.filter(hasUnsavedWords)} />
        <RemoveDuplicates list={list} duplicates={uploads.filter(isLibraryDuplicate)} />
        <MendAll list={list} mendable={uploads.filter(isMendable)} />
      </SelectionBar>
      <ul aria-labelledby="chosen" className="grid grid-cols-1 gap-1" onKeyDown={selection.handleKey}>
        {visible.slice(0, renderedCount).map((upload) => (
          <UploadRow
            key={upload.id}
            upload={upload}
            list={list}
            isEditing={editedId === upload.id && isEditable(upload)}
            isSelected={selected.has(upload.id)}
            isCurrent={currentId === upload.id}
            isTitleRepeated={repeated.has(upload.id)}
            onEdit={setEditedId}
            onNext={editNext}
            onSelect={select}
            onFocus={setFocusedId}
          />
        ))}
      </ul>
    </>
  )
}

/** The uploads that are still to be sent under a title that another one on the list has too. */
function repeatedTitles(uploads: Upload[]): Set<number> {
  const idsByTitle = Map.groupBy(uploads, (upload) => metadataOf(upload).title.trim().toLowerCase())
  const repeated = [...idsByTitle.values()].filter(({ length }) => length > 1).flat()
  return new Set(repeated.filter(({ state }) => state === 'ready').map(({ id }) => id))
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
