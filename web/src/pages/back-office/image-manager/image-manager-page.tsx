import './filters/filter-bar.css'
import './list/image-table.css'
import './image-manager.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type ReactNode, useRef, useSyncExternalStore } from 'react'
import { useUser } from '#api/back-office.ts'
import { listHeadingId } from '#api/query-string.ts'
import { Replacements } from '#search/replacements.tsx'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { unverifiedFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { SearchField } from '#ui/back-office/search-field.tsx'
import { SmallButton } from '#ui/button.tsx'
import { Pager } from '#ui/pager.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useBulkTask } from './bulk/use-bulk-actions.ts'
import { CsvButtons } from './csv/csv-buttons.tsx'
import { useStoreValue } from './external-store.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { isListOfEdits } from './filters/list-filters.ts'
import {
  hasCheckboxes,
  hiddenImages,
  type ImageListPage,
  type ListedImage,
  type ListName,
  maySelect,
  useImageListQuery,
} from './image-list-query.ts'
import { ImageItems } from './list/image-items.tsx'
import { ListBody } from './list/list-body.tsx'
import { useListKeys, useTileFocus } from './list/use-list-keys.ts'
import { ListPanels, PendingSaveNotice, useOpenImage } from './list-panels.tsx'
import { messages } from './messages.ts'
import { flushSave } from './pending-save.ts'
import { type SelectedImage, useEditsTogether, useResultSelection, useSelection } from './selection.ts'
import { useImageEditor } from './use-image-editor.ts'
import { isNarrowed, type ListParamsState, pageCount, useCorrectedParams, useListParams } from './use-list-params.ts'

export const imageListPage = (name: StatusFilter) => (props: { title: string }) => <ListPage {...props} name={name} />

interface ListPageProps {
  title: string
  name: ListName
  /** Between the heading and the images. */
  above?: ReactNode
  /** In the place of an empty list, which then has no tools. */
  empty?: ReactNode
  /** Stand before the filters. */
  tools?: ReactNode
  /** Submits the selection; left out where nothing is to be submitted. */
  onSubmit?: (images: SelectedImage[]) => Promise<void>
}

/** A list of own images, for admins of all people's (requirements: #image-lists), the own drafts, or the trash. */
export function ListPage({ title, name, above, empty, tools, onSubmit }: ListPageProps) {
  const user = useUser()
  const params = useListParams()
  const listQuery = useImageListQuery(name, params)
  const query = useQuery(listQuery)
  const { count, images } = useVisibleImages(query.data)
  const shown = query.isPlaceholderData ? undefined : query.data
  const { openImage, isMissing } = useOpenImage(name, params.image, shown && images)
  useCorrectedParams(params, shown, isMissing)
  useTileFocus(params.image)

  const selection = useSelection(images.filter((image) => maySelect(image, user)))
  const selectResult = useResultSelection(name, params, selection)
  const editor = useImageEditor(params, selection.clear)
  const startField = useRef<string>(null)

  const { queryKey } = listQuery
  const context = { list: name, filters: params.filters, selection, queryKey, closePanel: params.close }
  const { task, approve, reject, restore, ...tasks } = useBulkTask(context)
  const edit = (image: ListedImage) => {
    if (selection.images.length && tasks.edit) return tasks.edit()
    startField.current = 'title'
    editor.show(image)
  }
  const submit =
    onSubmit &&
    (async (image?: ListedImage) => {
      if (!(await flushSave())) return
      await onSubmit(tasks.targets(image))
      selection.clear()
    })
  const isPanelOpen = Boolean(openImage || task)
  const keys = useListKeys({
    images,
    selection,
    isPanelOpen,
    onEdit: edit,
    onApprove: approve,
    // R restores where nothing is to be rejected.
    onReject: restore ?? reject,
    onSubmit: submit && ((image) => void submit(image)),
  })
  const describeAll = async () => {
    const all = await selectResult?.()
    if (all) tasks.edit?.(all)
  }
  const clear = () => {
    selection.clear()
    keys.focusActive()
  }
  const isWide = useIsWideScreen()
  return (
    <>
      {/* On a small screen the panel covers the list. */}
      <div inert={isPanelOpen && !isWide}>
        <ListHeader
          {...{ name, params }}
          hasNothing={hasNothing(name, params, query)}
          tools={tools ?? <ApproveTogether params={params} image={keys.active} onApprove={tasks.approveAll} />}
          headline={messages.headline(title, query.data && count, query.data?.waiting_edits)}
          onSelectAll={hasCheckboxes(name) ? selection.selectAll : undefined}
          onDescribeAll={name === 'draft' ? describeAll : undefined}
        />
        {above}
        <div role="status">
          {shown && (
            <Replacements
              title={params.title}
              exact={params.exact}
              meant={shown.meant}
              href={params.hrefOf({ exact: !params.exact, page: 1 })}
            />
          )}
        </div>
        <ListBody {...{ name, query, params, empty }}>
          <ImageItems {...{ images, name, params, openImage, editor, selection, keys }} />
        </ListBody>
        <Pager
          page={params.page}
          pages={pageCount(query.data)}
          href={(page) => `${params.hrefOf({ page })}#${listHeadingId}`}
        />
      </div>
      <BulkBar
        {...{ selection, count, isPanelOpen }}
        faulty={images.filter((image) => selection.has(image.id) && unverifiedFindingsOf(image).length > 0).length}
        busyMessage={tasks.busyMessage}
        onSelectResult={selectResult}
        onClear={clear}
        verbs={{ edit: tasks.edit, delete: tasks.remove, restore, submit, approve, reject }}
      />
      <ListPanels
        {...{ name, images, openImage, params, editor, startField, tasks: { ...tasks, task } }}
        onRestore={tasks.restoreOne}
        onClosed={keys.focusActive}
      />
      {!openImage && <PendingSaveNotice />}
    </>
  )
}

/**
 * Whether there is nothing that tools could be for; an empty list by status still takes a CSV. It is not known while an
 * earlier page is shown: the search field keeps the focus when what was searched for is cleared.
 */
const hasNothing = (name: ListName, params: ListParamsState, query: UseQueryResult<ImageListPage>) =>
  (name === 'draft' || name === 'trash') && !isNarrowed(params) && !query.isPlaceholderData && !query.data?.count

interface ApproveTogetherProps {
  params: ListParamsState
  image: ListedImage | undefined
  /** Undefined where nothing is to be approved. */
  onApprove: ((images: SelectedImage[]) => void) | undefined
}

/** Approves all edits of words that came together with that of this image. */
function ApproveTogether({ params, image, onApprove }: ApproveTogetherProps) {
  const isOn = image !== undefined && onApprove !== undefined && isListOfEdits(params.filters)
  const { data: together = [] } = useEditsTogether(image, isOn)
  if (!isOn || together.length < 2) return null
  return (
    <SmallButton aria-keyshortcuts="Shift+A" onClick={() => onApprove(together)}>
      {`Approve all ${together.length.toLocaleString('en')} of ${image.user.username}’s upload`}
      <KeyHint name="Shift A" className="max-lg:hidden" />
    </SmallButton>
  )
}

const noImages: ListedImage[] = []

/** The images of a page, and their number, without those that leave it by a change that is not stored yet. */
function useVisibleImages(data: ImageListPage | undefined) {
  const hidden = useStoreValue(hiddenImages)
  const all = data?.images ?? noImages
  const images = hidden.size ? all.filter(({ id }) => !hidden.has(id)) : all
  return { images, count: Math.max(0, (data?.count ?? 0) - hidden.size) }
}

const wideScreenQuery = () => matchMedia('(width >= 64rem)')

/** Whether list and panel fit side by side; image-manager.css has the same breakpoint. */
const useIsWideScreen = () =>
  useSyncExternalStore(
    subscribe,
    () => wideScreenQuery().matches,
    () => true,
  )

function subscribe(listener: () => void) {
  const media = wideScreenQuery()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

const listTools = 'flex min-w-0 grow basis-[34rem] items-center justify-end gap-2 max-sm:basis-full sm:flex-wrap'

interface ListHeaderProps {
  name: ListName
  headline: string
  params: ListParamsState
  tools: ReactNode
  hasNothing: boolean
  /** Undefined in lists without check boxes. */
  onSelectAll: (() => void) | undefined
  onDescribeAll: (() => Promise<void>) | undefined
}

function ListHeader({ name, headline, params, tools, hasNothing, onSelectAll, onDescribeAll }: ListHeaderProps) {
  if (hasNothing) return <BackOfficeHeading title={headline} />
  return (
    <div className="list-header">
      <BackOfficeHeading title={headline}>
        {name !== 'trash' && (
          <div className={listTools}>
            <SearchField
              label="Search images by title…"
              search={params.title}
              className="basis-64 lg:max-w-md"
              maxLength={limits.title}
              onSearch={(title) => params.go({ title, exact: false, page: 1 })}
            />
            <CsvButtons list={name} search={params} />
          </div>
        )}
      </BackOfficeHeading>
      <FilterBar params={params} hasFilters={name !== 'trash'}>
        {tools}
        {onDescribeAll && (
          <SmallButton className="max-sm:hidden" onClick={() => void onDescribeAll()} text="Describe all" />
        )}
        {onSelectAll && <SmallButton onClick={onSelectAll} aria-keyshortcuts="Control+A" text="All Select" />}
      </FilterBar>
      <p role="status" className="sr-only">
        {isNarrowed(params) && headline}
      </p>
    </div>
  )
}
