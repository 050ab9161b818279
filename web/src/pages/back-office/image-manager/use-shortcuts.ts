import { useEffect, useRef } from 'react'
import { shortcutName } from '#ui/back-office/keys.ts'

/** Actions by KeyboardEvent.key, with the prefix 'Control+' for Control or Command. */
type Shortcuts = Record<string, (() => void) | undefined>

/** Keyboard shortcuts of a page, ignored in a focused field and behind a modal dialog. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const action = latest.current[shortcutName(event)]
      if (!action || isHandledElsewhere(event) || document.querySelector(modalDialog)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

function isHandledElsewhere({ target, key, defaultPrevented, altKey, shiftKey }: KeyboardEvent): boolean {
  // Layouts differ in whether these two need Shift.
  const isShifted = shiftKey && key !== '?' && key !== '/'
  // A checkbox does not use these keys.
  const isForField = (target as Element).closest('input:not([type="checkbox"], [type="radio"]), textarea, select')
  return defaultPrevented || altKey || isShifted || isForField !== null
}

const modalDialog = 'dialog:modal'

/** Submits the form of a field after the field has taken over what was typed, which keyword fields do on blur. */
export function submitAfterBlur({ target }: { target: EventTarget }) {
  const field = target as HTMLInputElement
  const form = field.closest('form')
  field.blur()
  setTimeout(() => {
    if (field.isConnected) field.focus()
    // Escape may have closed it meanwhile.
    if (form?.isConnected) form.requestSubmit()
  })
}
