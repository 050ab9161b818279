import { useLayoutEffect, useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'

/** Actions by key: 'a' is the typed letter on any layout, '1' the physical key of the digit row. */
export type CharacterKeys = Record<string, () => void>

const arrowKeys = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown']

/**
 * Character key shortcuts for the whole page, ignored while typing, in a dialog and with a modifier. Of held keys only
 * the arrows repeat, so that one press never decides two images.
 */
export function useCharacterKeys(keys: CharacterKeys, isOn: boolean) {
  // In the commit itself: a key pressed right after it must meet the actions of what is shown.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = keyName(event)
      const action = Object.hasOwn(keys, name) ? keys[name] : undefined
      if (!isOn || !action || isHandledElsewhere(event, name)) return
      event.preventDefault()
      if (!event.repeat || arrowKeys.includes(name)) action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

function keyName({ code, key }: KeyboardEvent): string {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  return digit ?? key.toLowerCase()
}

function isHandledElsewhere(event: KeyboardEvent, name: string): boolean {
  if (event.defaultPrevented) return true
  // A question mark or plus needs Shift on most keyboards.
  const isShifted = event.shiftKey && name !== '?' && name !== '+'
  if (event.ctrlKey || event.altKey || isShifted || event.metaKey) return true
  const target = event.target as Element
  if (target.closest('dialog, select, textarea, [contenteditable], input:not([type="radio"], [type="checkbox"])'))
    return true
  // Arrow keys move between radio buttons.
  return arrowKeys.includes(name) && target.matches('[type="radio"]')
}

const areKeysOn = storedValue<boolean>('review-keys', (text) => text !== 'false')

/** Whether character keys are on, remembered by the browser; speech input users need to turn them off (WCAG 2.1.4). */
export function useCharacterKeysSetting() {
  const isOn = useSyncExternalStore(areKeysOn.subscribe, areKeysOn.read, () => true)
  return [isOn, areKeysOn.store] as const
}

type Keys = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key'>

/** KeyboardEvent.key, a letter in lower case, with the prefix 'Control+' for Control or Command. */
export const shortcutName = ({ ctrlKey, metaKey, key }: Keys) =>
  `${ctrlKey || metaKey ? 'Control+' : ''}${key.length === 1 ? key.toLowerCase() : key}`

/** The place to which a key moves in a list; -1 where it moves nothing. */
export function nextIndex(key: string, index: number, count: number, list: HTMLElement): number {
  const isTable = list.localName === 'table'
  const columns = isTable ? 1 : getComputedStyle(list).gridTemplateColumns.split(' ').length
  const steps: Record<string, number> = { ArrowUp: -columns, ArrowDown: columns }
  if (!isTable) Object.assign(steps, { ArrowLeft: -1, ArrowRight: 1 })
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const next = steps[key] === undefined ? -1 : index + steps[key]
  return next < count ? next : -1
}
