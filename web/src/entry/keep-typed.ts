type Field = HTMLInputElement | HTMLTextAreaElement

const fieldsOfPage = () => [...document.querySelectorAll<Field>('#root :is(input, textarea)')]

/** Keeps what was typed where React makes the page again, because an extension or a translation changed its markup. */
export function keepTyped() {
  const fields = fieldsOfPage()
  let focused = document.activeElement
  const follow = () => {
    focused = document.activeElement
  }
  document.addEventListener('focusin', follow)
  return () => {
    document.removeEventListener('focusin', follow)
    const made = fieldsOfPage()
    for (const old of fields.filter(({ isConnected, type }) => !isConnected && type !== 'file')) {
      const field = made.find((one) => isSame(one, old))
      if (field) takeOver(field, old)
      if (old === focused) field?.focus({ preventScroll: true })
    }
  }
}

function takeOver(field: Field, { value, selectionStart, selectionEnd }: Field) {
  if (field.value !== value) {
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
}

const isSame = (one: Field, other: Field) =>
  one.type === other.type && one.name === other.name && one.ariaLabel === other.ariaLabel && one.id === other.id
