import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { SmallButton } from '../button.tsx'

interface DialogProps {
  title: string
  /** Called after a button, Escape or a click on the backdrop has closed it. */
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. The browser traps the focus and restores it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current!.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; Escape does so by itself
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div className="p-6">
        <h2 id={id} className="heading">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  question: string
  /** What it will do, a sentence each. */
  effects?: string[]
  /** The action, on the button that performs it. */
  confirmLabel: string
  isDestructive?: boolean
  /** Choices, between the effects and the buttons. */
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone or affects many. */
export function Confirm({ question, effects = [], confirmLabel, isDestructive, children, ...on }: ConfirmProps) {
  return (
    <Dialog title={question} onClose={on.onClose}>
      {effects.length > 0 && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-pretty text-soft">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      )}
      {children}
      <form method="dialog" className="mt-6 flex justify-end gap-2.5">
        <SmallButton type="submit" text="Cancel" />
        <SmallButton
          type="submit"
          className={isDestructive ? 'main danger' : 'main'}
          onClick={on.onConfirm}
          text={confirmLabel}
        />
      </form>
    </Dialog>
  )
}

interface ConfirmButtonProps extends Omit<ConfirmProps, 'confirmLabel' | 'onClose'> {
  /** Of the button, and of the one in the dialog. */
  label: string
  /** The button's name, where the label alone does not say of what it is. */
  name?: string
  className?: string
  isDisabled?: boolean
}

export function ConfirmButton({ label, name, className = '', isDisabled, ...confirm }: ConfirmButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <SmallButton
        className={className}
        aria-label={name}
        disabled={isDisabled}
        onClick={() => setIsConfirming(true)}
        text={label}
      />
      {isConfirming && <Confirm confirmLabel={label} onClose={() => setIsConfirming(false)} {...confirm} />}
    </>
  )
}
