import type { ManagedImage, StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { Ref } from 'react'
import { useListView } from '../filters/list-view.ts'
import { messages } from '../messages.ts'
import { hasCheckboxes } from '../model/image-list-query.ts'
import type { Selection } from '../model/selection.ts'
import type { ImageEditor } from '../model/use-image-editor.ts'
import type { ListParamsState } from '../model/use-list-params.ts'
import { ImageRow, ImageTableHead } from './image-table.tsx'
import { ImageTile } from './image-tile.tsx'
import type { useListKeys } from './use-list-keys.ts'

interface ImageItemsProps {
  images: ManagedImage[]
  name: StatusFilter
  params: ListParamsState
  openImage: ManagedImage | undefined
  editor: ImageEditor
  selection: Selection
  keys: ReturnType<typeof useListKeys>
}

/** The images of a page, as tiles or as rows. */
export function ImageItems({ images, name, params, openImage, editor, selection, keys }: ImageItemsProps) {
  const [view] = useListView()
  const Item = view === 'table' ? ImageRow : ImageTile
  const items = images.map((image) => (
    <Item
      key={image.id}
      image={image}
      href={params.hrefOf({ image: image.id })}
      isOpen={image === openImage}
      isUnsaved={Boolean(editor.drafts.get(image))}
      isSelected={selection.has(image.id)}
      isActive={image.id === keys.activeId}
      hasCheckbox={hasCheckboxes(name)}
      onFocus={() => keys.onFocus(image.id)}
      onOpen={() => editor.show(image)}
      onSelect={(isRange) => selection.select(image, isRange)}
    />
  ))
  if (view === 'table')
    return (
      <table ref={keys.list as Ref<HTMLTableElement>} className="image-table" onKeyDown={keys.onKeyDown}>
        <caption className="sr-only">{messages.keysHint}</caption>
        <ImageTableHead />
        <tbody>{items}</tbody>
      </table>
    )
  return (
    <ul ref={keys.list as Ref<HTMLUListElement>} className="list-of-images" onKeyDown={keys.onKeyDown}>
      {items}
    </ul>
  )
}
