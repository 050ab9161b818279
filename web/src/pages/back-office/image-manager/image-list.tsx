import { useQuery } from '@tanstack/react-query'
import { allLists, type ManagedImage, type StatusFilter } from '@vitrine/contract/calls/back-office-lists'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { useEffect, useState } from 'react'
import type { ApiError } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId } from '#api/query-string.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Pager } from '#ui/pager.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CsvButtons } from './csv/csv-buttons.tsx'
import { EmptyList, ListError, TilePlaceholders } from './empty-list.tsx'
import { ImageTile } from './image-tile.tsx'
import { messages } from './messages.ts'
import { imageListQuery, isSelectable } from './model/image-list-query.ts'
import { useSelection } from './model/selection.ts'
import { useBulkActions } from './model/use-bulk-actions.ts'
import { useImageEditor } from './model/use-image-editor.ts'
import type { StatusChoice } from './model/use-image-mutations.ts'
import { useListParams } from './model/use-list-params.ts'
import { PendingSaveNotice } from './pending-save-notice.tsx'
import { SidePanel } from './side-panel/side-panel.tsx'
import { TitleSearch } from './title-search.tsx'
import { useTileFocus } from './use-tile-focus.ts'
import { useIsWideScreen } from './use-wide-screen.ts'

const noImages: ManagedImage[] = []

/** One of the four lists: of one's own images, or of everybody's for admins (requirements: #image-lists). */
export function ImageList({ user, title, name }: BackOfficePageProps & { name: StatusFilter }) {
  const { send } = useAppContext()
  const asked = useListParams()
  const list = imageListQuery(send, user, name, asked)
  const { data, error, isPlaceholderData: isOld, refetch } = useQuery(list)
  const images = data?.images ?? noImages
  const pages = Math.ceil((data?.count ?? 0) / limits.managedImagesPerPage)
  const image = images.find(({ id }) => id === asked.image)

  const selection = useSelection(images)
  const [choice, choose] = useState<StatusChoice>({ status: 'approved', reason: '' })
  const bulk = useBulkActions(user, { selection, key: list.queryKey, close: asked.close })
  const editing = useImageEditor(user, asked, selection.none)
  const { drafts } = editing
  const headline = messages.headline(title, data?.count)
  const isWide = useIsWideScreen()
  const notice = <PendingSaveNotice onUndo={editing.undo} />
  useTileFocus(asked.image)

  const isBeyond = !isOld && pages > 0 && asked.page > pages
  const isMissing = !isOld && data !== undefined && asked.image !== null && !image
  // The last image of the last page is gone.
  useEffect(() => {
    if (isBeyond) asked.go({ page: pages })
  }, [isBeyond])
  useEffect(() => {
    if (!isMissing) return
    toast('info', messages.notListed)
    asked.close()
  }, [isMissing])

  return (
    <>
      {/* Below the panel of a small screen there is nothing to press. */}
      <div inert={Boolean(image) && !isWide}>
        <BackOfficeHeading title={headline}>
          <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-2 lg:basis-72 lg:justify-end">
            <TitleSearch title={asked.title} onSearch={(title) => asked.go({ title, page: 1 })} />
            <div className="flex gap-2">
              <CsvButtons user={user} list={name} title={asked.title} />
            </div>
          </div>
        </BackOfficeHeading>
        <p role="status" className="sr-only">
          {asked.title && headline}
        </p>
        {isSelectable(name) && (
          <BulkBar
            selection={selection}
            busy={bulk.busy}
            isPanelOpen={Boolean(image)}
            onDelete={bulk.remove}
            onSave={name === 'pending' && user.role === 'admin' ? bulk.save : undefined}
            choice={choice}
            onChoose={choose}
          />
        )}
        <div className={isOld ? 'opacity-50' : ''} aria-busy={isOld}>
          {images.length > 0 ? (
            <ul className="list-of-images">
              {images.map((one) => (
                <ImageTile
                  key={one.id}
                  image={one}
                  href={asked.hrefOf({ image: one.id })}
                  isOpen={one === image}
                  isUnsaved={Boolean(drafts.of(one))}
                  isChosen={selection.has(one.id)}
                  onOpen={() => editing.show(one)}
                  onSelect={
                    isSelectable(name)
                      ? (toHere) => (toHere ? selection.extendTo(one) : selection.toggle(one))
                      : undefined
                  }
                />
              ))}
            </ul>
          ) : data ? (
            <EmptyList user={user} name={name} title={asked.title} all={asked.hrefOf({ title: '', page: 1 })} />
          ) : error ? (
            <ListError
              says={allLists[name].messages.failed}
              message={(error as ApiError).message}
              onRetry={() => void refetch()}
            />
          ) : (
            <TilePlaceholders />
          )}
        </div>
        <Pager page={asked.page} pages={pages} href={(page) => `${asked.hrefOf({ page })}#${listHeadingId}`} />
      </div>
      {image ? (
        <SidePanel
          user={user}
          images={images}
          image={image}
          draft={drafts.of(image)}
          onDraft={(draft) => {
            drafts.keep(image, draft)
            if (draft.status !== image.status) choose({ status: draft.status, reason: draft.reason })
          }}
          onDiscard={() => drafts.drop(image)}
          onMove={editing.show}
          onSave={(fields, then) => editing.save(image, fields, then)}
          onDelete={() => editing.remove(image)}
          onClose={asked.close}
          notice={notice}
        />
      ) : (
        notice
      )}
    </>
  )
}
