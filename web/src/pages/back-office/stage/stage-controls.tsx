import { backOfficeHref } from '@vitrine/contract/pages'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import type { MouseEvent, ReactNode } from 'react'
import { useUser } from '#api/back-office.ts'
import { KeyHint, KeysButton } from '#ui/back-office/key-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { messages } from './messages.ts'

interface StageStripProps {
  label: string
  /** -1 where no picture is shown. */
  index: number
  total: number
  move: (step: 1 | -1) => void
  children: ReactNode
}

/** The bar above the stage: the way out, which picture of how many is shown, and what else `children` hold. */
export function StageStrip({ label, index, total, move, children }: StageStripProps) {
  const arrow = (name: string, sign: string, key: string, by: 1 | -1) => (
    <button type="button" className="icon-button" aria-label={name} aria-keyshortcuts={key} onClick={() => move(by)}>
      <KeyHint name={sign} className="arrow" />
    </button>
  )
  return (
    <section aria-label={label} className="review-strip">
      <a className="icon-button" href={backOfficeHref(useUser(), 'dashboard')} aria-label="Dashboard">
        <LayoutDashboard size={18} />
      </a>
      <div className="flex items-center gap-1">
        {arrow('Previous image', '←', 'ArrowLeft', -1)}
        <p className="min-w-16 text-center font-semibold tabular-nums">
          {index < 0 ? '–' : messages.position(index + 1, total)}
        </p>
        {arrow('Next image', '→', 'ArrowRight', 1)}
      </div>
      {children}
      <KeysButton />
    </section>
  )
}

interface ActionProps {
  name: string
  shortcut: string
  className?: string
  isDisabled?: boolean
  onPress: () => void
  children?: ReactNode
}

export function Action({ name, shortcut, className = '', isDisabled, onPress, children }: ActionProps) {
  // The second click of a double click would decide the next image unseen.
  const pressOnce = (event: MouseEvent) => event.detail < 2 && onPress()
  return (
    <Button className={className} aria-keyshortcuts={shortcut} disabled={isDisabled} onClick={pressOnce}>
      {children}
      {name}
      <KeyHint name={shortcut} />
    </Button>
  )
}
