import { useEffect } from 'react'

/** What a key does; 'a' is the letter wherever it lies, '1' the key in the row of digits whatever it types. */
export type CharacterKeys = Record<string, () => void>

const arrowKeys = ['arrowleft', 'arrowright']

/**
 * Single keys for the whole page. They rest where they could mean something else: while somebody types, in a dialog, with
 * a modifier. A key that is held down walks but does not decide.
 */
export function useCharacterKeys(keys: CharacterKeys, on: boolean) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const name = keyName(event)
      const does = Object.hasOwn(keys, name) ? keys[name] : undefined
      if (!on || !does || isHandledElsewhere(event, name)) return
      event.preventDefault()
      if (!event.repeat || arrowKeys.includes(name)) does()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

const keyName = ({ code, key }: KeyboardEvent) => /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? key.toLowerCase()

function isHandledElsewhere(event: KeyboardEvent, name: string): boolean {
  if (event.defaultPrevented || event.isComposing) return true
  if (event.ctrlKey || event.altKey || event.shiftKey || event.metaKey) return true
  const target = event.target as Element
  if (target.closest('dialog, select, textarea, [contenteditable], input:not([type="radio"], [type="checkbox"])'))
    return true
  // Among radio buttons they choose.
  return arrowKeys.includes(name) && target.matches('[type="radio"]')
}
