import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'

/** A key: its names, as `keyName` gives them, and what it does; a key that does nothing at present has no `run`. */
export interface Key {
  keys: readonly string[]
  /** In the list of keys, in place of the names. */
  shown?: string
  /** In the list of keys, which leaves out those without. */
  does?: string | false | undefined
  /** Answers `false` where the key is not meant for it. */
  run?: ((event: KeyboardEvent) => unknown) | undefined
}

/** Where keys work, in the order of their list. */
export const keyPlaces = { list: 'In the list', stage: 'On the stage', form: 'In a form', page: 'Anywhere' }

/** Those of forms, which stand in the list before a form is open. */
export const formKeys = {
  save: { keys: ['Control+Enter'], does: 'Save, in every field' },
  saveAndNext: { keys: ['Control+Shift+Enter'], does: 'Save and go on in the same field of the next image' },
  close: { keys: ['Escape'], does: 'Close' },
}

interface Keymap {
  place: keyof typeof keyPlaces
  keys: readonly Key[]
  within: RefObject<HTMLElement | null> | undefined
}

/** The keymaps of all that is shown. */
const keymaps = new Set<Keymap>()

/** Keys of the page, or of a part of it, which come first there; they rest behind a dialog, and letters in a field. */
export function useKeymap(place: Keymap['place'], keys: readonly Key[], within?: Keymap['within']) {
  // In the commit itself: a key pressed right after it must meet the actions of what is shown.
  useLayoutEffect(() => {
    addEventListener('keydown', press)
    const keymap = { place, keys, within }
    keymaps.add(keymap)
    return () => void keymaps.delete(keymap)
  })
}

/** What the keys of a place do, each once. */
export const keysOf = (place: Keymap['place']): Key[] => {
  const all = [...keymaps].filter((one) => one.place === place).flatMap(({ keys }) => keys)
  return [...new Map(all.filter(({ does }) => does).map((key) => [key.does, key])).values()]
}

const field = 'select, textarea, [contenteditable], input:not([type="radio"], [type="checkbox"])'

function press(event: KeyboardEvent) {
  const target = event.target as Element
  const name = keyName(event)
  const isCharacter = /^(Shift\+)?[^ ]$/.test(name)
  // One press never decides two images, and arrow keys move between radio buttons.
  if (event.defaultPrevented || event.altKey || (isCharacter && (event.repeat || !areKeysOn.read()))) return
  if (document.querySelector('dialog:modal') || (name.startsWith('Arrow') && target.matches('[type="radio"]'))) return
  const inner = [...keymaps].filter(({ within }) => within?.current?.contains(target))
  const outer = [...keymaps].filter(({ within }) => !within)
  const meant = target.closest(field) ? inner.filter(() => /^Control|^Escape/.test(name)) : [...inner, ...outer]
  const matching = meant.flatMap(({ keys }) => keys).filter(({ keys, run }) => run && keys.includes(name))
  if (matching.some(({ run }) => run!(event) !== false)) event.preventDefault()
}

/** 'a' is the typed letter, '1' the key of the digit row; layouts differ in whether '?', '+' and '/' need Shift. */
function keyName({ code, key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const control = ctrlKey || metaKey ? 'Control+' : ''
  if (/^[?+/]$/.test(key)) return control + key
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1]
  return control + (shiftKey ? 'Shift+' : '') + (digit ?? (key.length === 1 ? key.toLowerCase() : key))
}

const areKeysOn = storedValue<boolean>('review-keys', (text) => text !== 'false')

/** Whether character keys are on, remembered by the browser; speech input users need to turn them off (WCAG 2.1.4). */
export function useCharacterKeysSetting() {
  const isOn = useSyncExternalStore(areKeysOn.subscribe, areKeysOn.read, () => true)
  return [isOn, areKeysOn.store] as const
}

export const moveKeys = ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight', 'Home', 'End']

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

/** Submits the form of a field after the field has taken over what was typed, which keyword fields do on blur. */
export function submitAfterBlur({ target }: { target: EventTarget | null }) {
  const field = target as HTMLInputElement
  const form = field.closest('form')
  field.blur()
  setTimeout(() => {
    if (field.isConnected) field.focus()
    // Escape may have closed it meanwhile.
    if (form?.isConnected) form.requestSubmit()
  })
}
