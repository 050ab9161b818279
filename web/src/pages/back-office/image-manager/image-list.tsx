import { useQuery } from '@tanstack/react-query'
import type { ManagedImage, StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { listHeadingId } from '#api/query-string.ts'
import { Replacements } from '#search/replacements.tsx'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { FindingFilterField } from '#ui/back-office/findings/finding-filter.tsx'
import { Pager } from '#ui/pager.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CsvButtons } from './csv/csv-buttons.tsx'
import { ImageTile } from './image-tile.tsx'
import { ListBody } from './list-body.tsx'
import { messages } from './messages.ts'
import { imageListQuery, isSelectable } from './model/image-list-query.ts'
import { useSelection } from './model/selection.ts'
import { useBulkActions } from './model/use-bulk-actions.ts'
import { pageCount, useCorrectedParams } from './model/use-corrected-params.ts'
import { useImageEditor } from './model/use-image-editor.ts'
import type { StatusChoice } from './model/use-image-mutations.ts'
import { type ListParamsState, useListParams } from './model/use-list-params.ts'
import { PendingSaveNotice } from './pending-save-notice.tsx'
import { SidePanel } from './side-panel/side-panel.tsx'
import { TitleSearch } from './title-search.tsx'
import { useTileFocus } from './use-tile-focus.ts'
import { useIsWideScreen } from './use-wide-screen.ts'

const noImages: ManagedImage[] = []

/** One of the four lists: of the own images, or of all people's for admins (requirements: #image-lists). */
export function ImageList({ user, title, name }: BackOfficePageProps & { name: StatusFilter }) {
  const { send } = useAppContext()
  const params = useListParams()
  const listQuery = imageListQuery(send, user, name, params)
  const query = useQuery(listQuery)
  const { data, isPlaceholderData } = query
  const images = data?.images ?? noImages
  const openImage = images.find(({ id }) => id === params.image)
  useCorrectedParams(params, isPlaceholderData ? undefined : data)
  useTileFocus(params.image)

  const selection = useSelection(images)
  const [bulkStatus, setBulkStatus] = useState<StatusChoice>({ status: 'approved', reason: '' })
  const bulk = useBulkActions(user, { selection, queryKey: listQuery.queryKey, closePanel: params.close })
  const editor = useImageEditor(user, params, selection.clear)
  const isWide = useIsWideScreen()
  const canSelect = isSelectable(name)
  const notice = <PendingSaveNotice onUndo={editor.undo} />

  return (
    <>
      {/* On a small screen the panel covers the list. */}
      <div inert={Boolean(openImage) && !isWide}>
        <ListHeader
          user={user}
          name={name}
          headline={messages.headline(title, data?.count, data?.waiting_edits)}
          params={params}
        />
        <div role="status">
          {data && !isPlaceholderData && (
            <Replacements
              title={params.title}
              exact={params.exact}
              meant={data.meant}
              href={params.hrefOf({ exact: !params.exact, page: 1 })}
            />
          )}
        </div>
        {canSelect && (
          <BulkBar
            selection={selection}
            busyMessage={bulk.busyMessage}
            isPanelOpen={Boolean(openImage)}
            onDelete={bulk.remove}
            onSave={name === 'pending' && user.role === 'admin' ? bulk.save : undefined}
            choice={bulkStatus}
            onChoose={setBulkStatus}
          />
        )}
        <ListBody user={user} name={name} query={query} params={params}>
          {images.map((image) => (
            <ImageTile
              key={image.id}
              image={image}
              href={params.hrefOf({ image: image.id })}
              isOpen={image === openImage}
              isUnsaved={Boolean(editor.drafts.get(image))}
              isSelected={selection.has(image.id)}
              onOpen={() => editor.show(image)}
              onSelect={canSelect ? (isRange) => selection.select(image, isRange) : undefined}
            />
          ))}
        </ListBody>
        <Pager
          page={params.page}
          pages={pageCount(data)}
          href={(page) => `${params.hrefOf({ page })}#${listHeadingId}`}
        />
      </div>
      {openImage ? (
        <SidePanel
          {...{ user, images, notice }}
          image={openImage}
          draft={editor.drafts.get(openImage)}
          onDraft={(draft) => {
            editor.drafts.save(openImage, draft)
            if (draft.status !== openImage.status) setBulkStatus({ status: draft.status, reason: draft.reason })
          }}
          onDiscard={() => editor.drafts.discard(openImage)}
          onMove={editor.show}
          onSave={(fields, next) => editor.save(openImage, fields, next)}
          onDelete={() => editor.remove(openImage)}
          onDecideEdit={(decision) => editor.decideEdit(openImage, decision)}
          onDiscardEdit={() => editor.discardEdit(openImage)}
          onClose={params.close}
        />
      ) : (
        notice
      )}
    </>
  )
}

interface ListHeaderProps {
  user: SignedInUser
  name: StatusFilter
  headline: string
  params: ListParamsState
}

function ListHeader({ user, name, headline, params }: ListHeaderProps) {
  return (
    <>
      <BackOfficeHeading title={headline}>
        <div className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-2 lg:basis-72 lg:justify-end">
          <TitleSearch title={params.title} onSearch={(title) => params.go({ title, exact: false, page: 1 })} />
          <div className="flex flex-wrap gap-2">
            <FindingFilterField value={params.finding} onChange={(finding) => params.go({ finding, page: 1 })} />
            <CsvButtons user={user} list={name} search={params} />
          </div>
        </div>
      </BackOfficeHeading>
      <p role="status" className="sr-only">
        {(params.title || params.finding) && headline}
      </p>
    </>
  )
}
