import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { MouseEvent } from 'react'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages } from '../messages.ts'
import { tileId } from './tile-id.ts'

/** An image of a list, as a tile or as a row. */
export interface ItemProps {
  image: ManagedImage
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
export function linkProps({ image, href, isOpen, isActive, onFocus, onOpen, onSelect }: ItemProps) {
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
export function markOf({ waiting_edit }: ManagedImage, isUnsaved: boolean): string | null {
  if (isUnsaved) return messages.unsaved
  return waiting_edit && editMessages.waiting
}
