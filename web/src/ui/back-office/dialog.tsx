import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  title: string
  /** It was closed: by a button of its own, by Escape or by a click beside it. */
  onClose: () => void
  children: ReactNode
}

/** A dialog of the product, open as long as it is there. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current!.showModal(), [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Escape does by itself
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
  /** What happens, on the button that does it. */
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be undone, or touches much. */
export function Confirm({ question, confirmLabel: yes, cancelLabel: no, onConfirm: onYes, onClose }: ConfirmProps) {
  return (
    <Dialog title={question} onClose={onClose}>
      <form method="dialog" className="mt-6 flex justify-end gap-2.5">
        <button type="submit" className="button small">
          {no}
        </button>
        <button type="submit" className="button main small" onClick={onYes}>
          {yes}
        </button>
      </form>
    </Dialog>
  )
}
