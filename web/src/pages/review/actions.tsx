import Check from 'lucide-react/icons/check'
import SkipForward from 'lucide-react/icons/skip-forward'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import type { MouseEvent, ReactNode } from 'react'
import { Key } from './key.tsx'
import type { Place } from './sitting.ts'
import { words } from './words.ts'

interface Decisions {
  last: Place | undefined
  undo: () => void
  reject: () => void
  skip: () => void
  approve: () => void
}

/** At the foot, within reach of a thumb. */
export function Actions({ last, undo, reject, skip, approve }: Decisions) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div role="group" aria-label={words.decide} className="review-actions glass">
      <UndoButton last={last} undo={undo} />
      <Action name={words.reject} shortcut="X" className="no" onPress={reject}>
        <X aria-hidden="true" size={19} strokeWidth={2.25} />
      </Action>
      <Action name={words.skip} shortcut="S" onPress={skip}>
        <SkipForward aria-hidden="true" size={18} />
      </Action>
      <Action name={words.approve} shortcut="A" className="main" onPress={approve}>
        <Check aria-hidden="true" size={19} strokeWidth={2.5} />
      </Action>
    </div>
  )
}

export function UndoButton({ last, undo }: Pick<Decisions, 'last' | 'undo'>) {
  return (
    <button
      type="button"
      className="button undo"
      disabled={!last}
      aria-label={last && last.fate !== 'waiting' ? words.undoThis(last.fate, last.image.title) : words.undo}
      aria-keyshortcuts="Z"
      onClick={undo}
    >
      <Undo2 aria-hidden="true" size={19} />
      <Key name="Z" />
    </button>
  )
}

interface Pressed {
  name: string
  shortcut: string
  className?: string
  onPress: () => void
  children: ReactNode
}

function Action({ name, shortcut, className = '', onPress, children }: Pressed) {
  // The second half of a double click would decide about an image that nobody has seen.
  const once = (event: MouseEvent) => event.detail < 2 && onPress()
  return (
    <button type="button" className={`button ${className}`} aria-keyshortcuts={shortcut} onClick={once}>
      {children}
      {name}
      <Key name={shortcut} />
    </button>
  )
}
