import { useEffect, useRef } from 'react'

/** What a key does, by its name (KeyboardEvent.key), 'Control+' before it where that or Command is held. */
type Shortcuts = Record<string, (() => void) | undefined>

/** Keys of a page. They are left to a field that has the focus, and to a dialog that lies over the page. */
export function useShortcuts(keys: Shortcuts) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[shortcutName(event)]
      if (!act || isHandledElsewhere(event) || document.querySelector(modalDialog)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const shortcutName = ({ ctrlKey, metaKey, key }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'Control+' : ''}${key.length === 1 ? key.toLowerCase() : key}`

function isHandledElsewhere({ target, defaultPrevented, altKey, shiftKey }: KeyboardEvent): boolean {
  // A box that is ticked does nothing with these keys.
  const isForField = (target as Element).closest('input:not([type="checkbox"]), textarea, select')
  return defaultPrevented || altKey || shiftKey || isForField !== null
}

const modalDialog = 'dialog:modal'
