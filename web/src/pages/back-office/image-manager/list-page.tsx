import { useQuery } from '@tanstack/react-query'
import type { ManagedImage, StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import { useRef } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId } from '#api/query-string.ts'
import { Replacements } from '#search/replacements.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Pager } from '#ui/pager.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { BulkPanel } from './bulk/bulk-panel.tsx'
import { useBulkActions } from './bulk/use-bulk-actions.ts'
import { useBulkTask } from './bulk/use-bulk-task.ts'
import { useResultSelection } from './bulk/use-result-selection.ts'
import { ImageItems } from './list/image-items.tsx'
import { ListBody } from './list/list-body.tsx'
import { useListKeys } from './list/use-list-keys.ts'
import { useTileFocus } from './list/use-tile-focus.ts'
import { ListHeader } from './list-header.tsx'
import { messages } from './messages.ts'
import { useStoreValue } from './model/external-store.ts'
import { hiddenImages } from './model/hidden-images.ts'
import { hasCheckboxes, type ImageListPage, imageListQuery } from './model/image-list-query.ts'
import { useSelection } from './model/selection.ts'
import { pageCount, useCorrectedParams } from './model/use-corrected-params.ts'
import { useImageEditor } from './model/use-image-editor.ts'
import { useListParams } from './model/use-list-params.ts'
import { PendingSaveNotice } from './pending-save-notice.tsx'
import { SidePanel } from './side-panel/side-panel.tsx'
import { useIsWideScreen } from './use-wide-screen.ts'

/** One of the four lists: of the own images, or of all people's for admins (requirements: #image-lists). */
export function ListPage({ user, title, name }: BackOfficePageProps & { name: StatusFilter }) {
  const { send } = useAppContext()
  const params = useListParams(user)
  const listQuery = imageListQuery(send, user, name, params)
  const query = useQuery(listQuery)
  const { count, images } = useVisibleImages(query.data)
  const openImage = images.find(({ id }) => id === params.image)
  const shown = query.isPlaceholderData ? undefined : query.data
  useCorrectedParams(params, shown)
  useTileFocus(params.image)

  const selection = useSelection(images)
  const selectResult = useResultSelection(name, params, selection)
  const context = { list: name, selection, closePanel: params.close }
  const bulk = useBulkActions(user, { ...context, queryKey: listQuery.queryKey })
  const editor = useImageEditor(user, params, selection.clear)
  const startField = useRef<string>(null)

  const { task, approve, reject, ...tasks } = useBulkTask(user, { ...context, bulk })
  const edit = (image: ManagedImage) => {
    if (selection.images.length) return tasks.open({})
    startField.current = 'title'
    editor.show(image)
  }
  const keys = useListKeys({ images, selection, onEdit: edit, onApprove: approve, onReject: reject })
  const clear = () => {
    selection.clear()
    keys.focusActive()
  }
  const isWide = useIsWideScreen()
  const isPanelOpen = Boolean(openImage || task)
  return (
    <>
      {/* On a small screen the panel covers the list. */}
      <div inert={isPanelOpen && !isWide}>
        <ListHeader
          {...{ user, name, params }}
          headline={messages.headline(title, query.data && count, query.data?.waiting_edits)}
          onSelectAll={hasCheckboxes(name) ? selection.selectAll : undefined}
        />
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
        <ListBody user={user} name={name} query={query} params={params}>
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
        busyMessage={bulk.busyMessage}
        onSelectResult={selectResult}
        onClear={clear}
        onEdit={() => tasks.open({})}
        onDelete={bulk.remove}
        onApprove={approve && (() => approve())}
        onReject={reject && (() => reject())}
      />
      {task && (
        <BulkPanel
          user={user}
          count={task.images.length}
          initial={task.initial}
          onSave={tasks.save}
          onClose={() => {
            tasks.close()
            keys.focusActive()
          }}
        />
      )}
      {openImage && (
        <SidePanel
          {...{ user, images, startField }}
          notice={<PendingSaveNotice />}
          image={openImage}
          draft={editor.drafts.get(openImage)}
          onDraft={(draft) => editor.drafts.save(openImage, draft)}
          onDiscard={() => editor.drafts.discard(openImage)}
          onMove={editor.show}
          onSave={(fields, next) => editor.save(openImage, fields, next)}
          onDelete={() => editor.remove(openImage)}
          // A rejected image waits for review again, on another list.
          onReplaced={() => name === 'rejected' && params.close()}
          onDecideEdit={(decision) => editor.decideEdit(openImage, decision)}
          onDiscardEdit={() => editor.discardEdit(openImage)}
          onClose={params.close}
        />
      )}
      {!openImage && <PendingSaveNotice />}
    </>
  )
}

const noImages: ManagedImage[] = []

/** The images of a page, and their number, without those that leave it by a change that is not stored yet. */
function useVisibleImages(data: ImageListPage | undefined) {
  const hidden = useStoreValue(hiddenImages)
  const all = data?.images ?? noImages
  const images = hidden.size ? all.filter(({ id }) => !hidden.has(id)) : all
  return { images, count: Math.max(0, (data?.count ?? 0) - hidden.size) }
}
