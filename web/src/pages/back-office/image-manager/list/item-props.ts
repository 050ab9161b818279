import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { MouseEvent } from 'react'

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

/** A click opens an image, a click with Control or Shift selects it. */
export function clickHandler({ onOpen, onSelect }: Pick<ItemProps, 'onOpen' | 'onSelect'>) {
  return (event: MouseEvent) => {
    const { shiftKey, ctrlKey, metaKey } = event
    event.preventDefault()
    if (shiftKey || ctrlKey || metaKey) onSelect(shiftKey)
    else onOpen()
  }
}
