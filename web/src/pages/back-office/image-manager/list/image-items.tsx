import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { pages } from '@vitrine/contract/pages'
import { categoryName } from '@vitrine/contract/vocabulary/categories'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { trustLabels, trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { MouseEvent, ReactNode, Ref } from 'react'
import { useUser } from '#api/back-office.ts'
import { contrastClass, isOpaque, placeholderColourRef, previewSources, type SizesIn } from '#image-card/image-src.ts'
import { DateText, relativeTime } from '#ui/back-office/date-time.tsx'
import { messages as findingMessages } from '#ui/back-office/findings/messages.ts'
import { openFaultsOf, openFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { messages as shared } from '#ui/back-office/messages.ts'
import { EditChanges } from '#ui/back-office/waiting-edit/edit-changes.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import { isListOfEdits, useListView } from '../filters/list-filters.ts'
import {
  deletedText,
  endText,
  hasCheckboxes,
  isDeleted,
  type ListedImage,
  type ListName,
  maySelect,
} from '../image-list-query.ts'
import { messages } from '../messages.ts'
import type { Selection } from '../selection.ts'
import type { ImageEditor } from '../use-image-editor.ts'
import type { ListParamsState } from '../use-list-params.ts'
import { tileId, type useListKeys } from './use-list-keys.ts'

/** An image of a list, as a tile or as a row. */
interface ItemProps {
  image: ListedImage
  href: string
  isOpen: boolean
  isUnsaved: boolean
  isSelected: boolean
  /** Has the list's tab stop. */
  isActive: boolean
  hasCheckbox: boolean
  onFocus: () => void
  onOpen: () => void
  /** `isRange` extends the selection from the last image. */
  onSelect: (isRange: boolean) => void
}

/** The props of the link to an image. A click opens it, a click with Control or Shift selects it. */
function linkProps({ image, href, isOpen, isActive, onFocus, onOpen, onSelect }: ItemProps) {
  const onClick = (event: MouseEvent) => {
    const { shiftKey, ctrlKey, metaKey } = event
    event.preventDefault()
    if (shiftKey || ctrlKey || metaKey) onSelect(shiftKey)
    else onOpen()
  }
  const tabIndex = isActive ? 0 : -1
  return { id: tileId(image.id), href, tabIndex, onFocus, onClick, 'aria-current': isOpen || undefined }
}

/** What of an image waits although its status does not say so; null where nothing does. */
function markOf({ waiting_edit, ...image }: ListedImage, isUnsaved: boolean): string | null {
  if (isUnsaved) return 'Unsaved changes'
  if (isDeleted(image)) return endText(image)
  return waiting_edit && shared.editWaits
}

interface ImageItemsProps {
  images: ListedImage[]
  name: ListName
  params: ListParamsState
  openImage: ListedImage | undefined
  editor: ImageEditor
  selection: Selection
  keys: ReturnType<typeof useListKeys>
}

/** The images of a page, as tiles or as rows; edits of words as what they change. */
export function ImageItems({ images, name, params, openImage, editor, selection, keys }: ImageItemsProps) {
  const user = useUser()
  const [view] = useListView()
  const isOfEdits = isListOfEdits(params.filters)
  const isTable = view === 'table' && !isOfEdits
  const Item = isOfEdits ? EditRow : isTable ? ImageRow : ImageTile
  const items = images.map((image) => (
    <Item
      key={image.id}
      image={image}
      href={params.hrefOf({ image: image.id })}
      isOpen={image === openImage}
      isUnsaved={Boolean(editor.drafts.get(image))}
      isSelected={selection.has(image.id)}
      isActive={image.id === keys.activeId}
      hasCheckbox={hasCheckboxes(name) && maySelect(image, user)}
      onFocus={() => keys.onFocus(image.id)}
      onOpen={() => editor.show(image)}
      onSelect={(isRange) => selection.select(image, isRange)}
    />
  ))
  if (isTable)
    return (
      <table ref={keys.list as Ref<HTMLTableElement>} className={`image-table ${user.role === 'user' ? 'own' : ''}`}>
        <caption className="sr-only">Arrow keys move between the images; ? shows all keys.</caption>
        <ImageTableHead />
        <tbody>{items}</tbody>
      </table>
    )
  return (
    <ul ref={keys.list as Ref<HTMLUListElement>} className={isOfEdits ? 'list-of-edits' : 'list-of-images'}>
      {items}
    </ul>
  )
}

/** The columns after the title; narrow screens show the first of them only. */
const columns: [name: string, label: string, cellOf: (image: ManagedImage) => ReactNode][] = [
  ['keywords', 'Keywords', ({ keywords }) => keywords.map(({ name }) => name).join(', ')],
  ['finding', 'Findings', problemOf],
  ['category', 'Category', ({ category }) => categoryName(category)],
  ['contributor', 'Contributor', ({ user, trust }) => user.username + (trust ? ` · ${trustLabels[trust.level]}` : '')],
  ['uploaded', 'Uploaded', ({ created_at }) => <DateText at={created_at} />],
  ['size', 'Size', ({ byte_size }) => formatFileSize(byte_size)],
]

const ImageTableHead = () => (
  <thead>
    <tr>
      <th scope="col" className="thumb">
        <span className="sr-only">Picture</span>
      </th>
      {[['title', 'Title'] as const, ...columns].map(([name, label]) => (
        <th key={name} scope="col" className={name}>
          {label}
        </th>
      ))}
    </tr>
  </thead>
)

function ImageRow(props: ItemProps) {
  const { image, isOpen, isUnsaved, isSelected, hasCheckbox, onSelect } = props
  const mark = markOf(image, isUnsaved)
  return (
    <tr
      data-chosen={isSelected || undefined}
      data-open={isOpen || undefined}
      onClick={({ target }) => (target as Element).closest('a, label') || props.onOpen()}
    >
      <td className="thumb">
        {hasCheckbox && <ItemCheckbox {...{ image, isSelected, onSelect }} />}
        <RowPicture image={image} />
      </td>
      <th scope="row">
        <a {...linkProps(props)}>
          <span className={`dot ${image.status}`} />
          <span dir="auto" className="truncate">
            {image.title}
          </span>
          <span className="sr-only">{shared.statuses[image.status]}</span>
          {mark && <span className="text-accent text-xs">{mark}</span>}
        </a>
      </th>
      {columns.map(([name, , cellOf]) => {
        const value = cellOf(image)
        return (
          <td key={name} className={name} title={typeof value === 'string' ? value : undefined}>
            {value || 'None'}
          </td>
        )
      })}
    </tr>
  )
}

function RowPicture({ image }: { image: ManagedImage }) {
  return (
    <span className={`row-picture checkerboard ${contrastClass(image)}`}>
      <img src={image.cloudflare_url} width={image.width} height={image.height} alt="" loading="lazy" />
    </span>
  )
}

/** An edit of words: what it changes, beside the image, whose title opens it. */
function EditRow(props: ItemProps) {
  const { image, isOpen, isSelected, hasCheckbox, onSelect } = props
  return (
    <li className="edit-row" data-chosen={isSelected || undefined} data-open={isOpen || undefined}>
      {hasCheckbox && <ItemCheckbox {...{ image, isSelected, onSelect }} />}
      <RowPicture image={image} />
      <div className="min-w-0">
        <a {...linkProps(props)} dir="auto" className="block truncate font-semibold text-sm">
          {image.title}
        </a>
        <p className="flex justify-between gap-2 text-soft text-xs">
          <span className="truncate">
            {image.user.username} · {image.waiting_edit && relativeTime(image.waiting_edit.at)}
          </span>
          <a className="link" tabIndex={-1} href={pages.image.href({ slug: image.slug })}>
            Page
          </a>
        </p>
      </div>
      <EditChanges image={image} />
    </li>
  )
}

/** Why it was rejected, or what was found. */
function problemOf(image: ManagedImage) {
  if (image.status === 'rejected') return rejectionMessage(image.rejection?.reason ?? '')
  return openFindingsOf(image)
    .map(({ kind }) => findingLabel(kind))
    .join(', ')
}

const noteLine = '-mt-1 mx-2 mb-2.5 sm:mx-3 text-soft text-xs'
const factsLine = 'flex items-center gap-1.5 whitespace-nowrap px-2 pb-2.5 sm:px-3'

const tileSizes: SizesIn = (widthIn) =>
  `(width >= 64rem) ${widthIn(180)}px, (width >= 40rem) ${widthIn(22)}vw, ${widthIn(40)}vw`

function ImageTile(props: ItemProps) {
  const { image, isOpen, isUnsaved, isSelected, hasCheckbox, onSelect } = props
  const mark = markOf(image, isUnsaved)
  return (
    <li className="tile" data-chosen={isSelected || undefined} data-open={isOpen || undefined}>
      <a {...linkProps(props)}>
        <span className={`tile-picture checkerboard ${contrastClass(image)}`}>
          <img
            ref={placeholderColourRef(image.colour)}
            src={image.cloudflare_url}
            {...previewSources(640, image, tileSizes)}
            width={image.width}
            height={image.height}
            alt=""
            loading="lazy"
          />
          <TransparencyFlag image={image} />
          {mark && <span className="tile-flag top-2 bottom-auto! text-accent">{mark}</span>}
        </span>
        <span dir="auto" className="block truncate border-line border-t px-2 pt-2 font-medium text-sm sm:px-3">
          {image.title}
        </span>
        <span className={`${factsLine} text-soft text-xs tabular-nums`}>
          <span className={`dot ${image.status}`} />
          {shared.statuses[image.status]}
          <span className="ml-auto">{messages.keywordCount(image.keywords.length)}</span>
        </span>
        {image.trust && (
          <span className={`${noteLine} block truncate`} title={trustReason(image.trust)}>
            @{image.user.username} · {relativeTime(image.created_at)}
          </span>
        )}
        {isDeleted(image) && <span className={`${noteLine} line-clamp-2`}>{deletedText(image, hasCheckbox)}</span>}
        {image.status === 'rejected' && (
          <span className={`${noteLine} line-clamp-2`}>{rejectionMessage(image.rejection?.reason ?? '')}</span>
        )}
      </a>
      {hasCheckbox && <ItemCheckbox {...{ image, isSelected, onSelect }} />}
    </li>
  )
}

/** The number of faults, or that nothing is transparent. */
function TransparencyFlag({ image }: { image: ManagedImage }) {
  const faults = openFaultsOf(image).length
  if (faults) return <span className="tile-flag text-bad">{findingMessages.faultCount(faults)}</span>
  return isOpaque(image) ? <span className="tile-flag text-bad">Not transparent</span> : null
}

/** No tab stop of its own: Space and X select in the list. */
function ItemCheckbox({ image, isSelected, onSelect }: Pick<ItemProps, 'image' | 'isSelected' | 'onSelect'>) {
  return (
    <label className="absolute top-0 left-0 grid size-11 max-h-full cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="size-5 cursor-pointer"
        tabIndex={-1}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect((nativeEvent as PointerEvent).shiftKey)}
        aria-label={`Select ${image.title}`}
      />
    </label>
  )
}
