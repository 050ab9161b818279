import { useLayoutEffect } from 'react'

/** Actions by key: 'a' is the typed letter on any layout, '1' and 'shift+1' the physical key of the digit row. */
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

function keyName({ code, key, shiftKey }: KeyboardEvent): string {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  return digit ? `${shiftKey ? 'shift+' : ''}${digit}` : key.toLowerCase()
}

function isHandledElsewhere(event: KeyboardEvent, name: string): boolean {
  if (event.defaultPrevented || event.isComposing) return true
  // A question mark or plus needs Shift on most keyboards.
  const isShifted = event.shiftKey && name !== '?' && name !== '+' && !name.startsWith('shift+')
  if (event.ctrlKey || event.altKey || isShifted || event.metaKey) return true
  const target = event.target as Element
  if (target.closest('dialog, select, textarea, [contenteditable], input:not([type="radio"], [type="checkbox"])'))
    return true
  // Arrow keys move between radio buttons.
  return arrowKeys.includes(name) && target.matches('[type="radio"]')
}
