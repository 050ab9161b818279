/** Arrow keys, Home and End move in a dropdown; Escape, a choice, a press or the focus elsewhere closes it. */
export function controlDropdown(dropdown: HTMLDetailsElement, signal: AbortSignal): void {
  const close = () => {
    dropdown.open = false
    dropdown.querySelector('summary')!.focus()
  }
  const closeFromOutside = (target: EventTarget | null) => {
    if (target && !dropdown.contains(target as Node)) dropdown.open = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!dropdown.open) return
    if (event.key === 'Escape') close()
    else if (!moveFocus(dropdown, event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = ({ target }: MouseEvent) => {
    if ((target as Element).closest('.menu > .panel :is(a, button)')) close()
  }

  const onToggle = () => dropdown.open && dropdown.querySelector('.panel')!.scrollIntoView({ block: 'nearest' })

  dropdown.addEventListener('toggle', onToggle, { signal })
  dropdown.addEventListener('keydown', onKeyDown, { signal })
  dropdown.addEventListener('click', onClick, { signal })
  dropdown.addEventListener('focusout', ({ relatedTarget }) => closeFromOutside(relatedTarget), { signal })
  addEventListener('pointerdown', ({ target }) => closeFromOutside(target), { signal })
}

/** Moves the focus by a key; false where the key means nothing here. A field has the arrow keys to itself. */
function moveFocus(dropdown: HTMLDetailsElement, { key, target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return false
  const items = [...dropdown.querySelectorAll<HTMLElement>('.panel :is(a, button, input)')]
  const at = items.indexOf(target as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key]
  if (next === undefined) return false
  items.at(next % items.length)?.focus()
  return true
}
