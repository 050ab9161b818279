import Keyboard from 'lucide-react/icons/keyboard'
import { useState } from 'react'
import { SmallButton } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { type Key, keyPlaces, keysOf, useCharacterKeysSetting, useKeymap } from './keys.ts'

/** A button that lists the keys of all that is shown, as `?` does. */
export function KeysButton() {
  const [isOpen, setIsOpen] = useState(false)
  useKeymap('page', [{ keys: ['?'], does: 'These keys', run: () => setIsOpen(true) }])
  return (
    <>
      <button
        type="button"
        className="icon-button pointer-coarse:hidden max-sm:hidden"
        title="Keys (?)"
        aria-keyshortcuts="?"
        onClick={() => setIsOpen(true)}
      >
        <Keyboard role="img" aria-label="Keys" size={18} />
      </button>
      {isOpen && <KeyDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Lists the keys, and turns those off that are characters. */
function KeyDialog({ onClose }: { onClose: () => void }) {
  const [areKeysOn, setAreKeysOn] = useCharacterKeysSetting()
  return (
    <Dialog title="Keys" onClose={onClose}>
      {places.map((place) => (
        <KeyList key={place} name={keyPlaces[place]} keys={keysOf(place)} />
      ))}
      <label className="mt-4 flex min-h-8 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="size-4.5"
          checked={areKeysOn}
          onChange={({ target }) => setAreKeysOn(target.checked)}
        />
        Use the keys that are characters
      </label>
      <p className="text-soft text-xs">They rest while you type, and while Ctrl, Alt, Shift or Cmd is held.</p>
      <form method="dialog" className="mt-5 flex justify-end">
        <SmallButton type="submit" className="main" text="Close" />
      </form>
    </Dialog>
  )
}

const places = Object.keys(keyPlaces) as (keyof typeof keyPlaces)[]

function KeyList({ name, keys }: { name: string; keys: Key[] }) {
  if (!keys.length) return null
  return (
    <section className="mt-4" aria-label={name}>
      <h3 className="font-medium text-sm">{name}</h3>
      <dl className="mt-1.5 grid grid-cols-[minmax(5rem,auto)_1fr] items-baseline gap-x-4 gap-y-1.5 text-sm">
        {keys.map(({ keys, shown = keys.map(nameShown).join(', '), does }) => (
          <div key={shown} className="contents">
            <dt>
              <kbd className="key opacity-100!">{shown}</kbd>
            </dt>
            <dd className="text-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const symbols: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
  Delete: 'Del',
  Escape: 'Esc',
  ' ': 'Space',
}

const nameShown = (name: string) =>
  name
    .split(/(?<=.)\+(?=.)/)
    .map((part) => symbols[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ')

/** Shows a control's key, hidden from screen readers: they announce `aria-keyshortcuts`. */
export const KeyHint = ({ name, className = '' }: { name: string; className?: string }) => (
  <span aria-hidden="true" className={`key ${className}`}>
    {name}
  </span>
)
