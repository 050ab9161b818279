import type { KeyboardEvent } from 'react'

/** Submits the form of a field after the field has taken over what was typed, which keyword fields do on blur. */
export function submitAfterBlur({ target }: Pick<KeyboardEvent, 'target'>) {
  const field = target as HTMLInputElement
  const form = field.closest('form')
  field.blur()
  setTimeout(() => {
    if (field.isConnected) field.focus()
    // Escape may have closed it meanwhile.
    if (form?.isConnected) form.requestSubmit()
  })
}
