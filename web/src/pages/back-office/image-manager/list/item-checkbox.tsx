import { messages } from '../messages.ts'
import type { ItemProps } from './item-props.ts'

/** No tab stop of its own: Space and X select in the list. */
export function ItemCheckbox({ image, isSelected, onSelect }: Pick<ItemProps, 'image' | 'isSelected' | 'onSelect'>) {
  return (
    <label className="tile-box">
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect((nativeEvent as PointerEvent).shiftKey)}
        aria-label={messages.select(image.title)}
      />
    </label>
  )
}
