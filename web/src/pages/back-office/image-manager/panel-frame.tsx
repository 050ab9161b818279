import X from 'lucide-react/icons/x'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { IconButton } from '#ui/back-office/icon-button.tsx'
import { formKeys, useKeymap } from '#ui/back-office/keys.ts'

interface PanelFrameProps {
  panel: RefObject<HTMLDialogElement | null>
  headingId: string
  /** Before the button that closes it. */
  head: ReactNode
  onOpen: () => void
  onClose: () => void
  children: ReactNode
}

/** A form next to the usable list on wide screens, over it on small ones. */
export function PanelFrame({ panel, headingId, head, onOpen, onClose, children }: PanelFrameProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens the dialog once
  useEffect(() => {
    panel.current!.show()
    onOpen()
  }, [])
  const close = () => panel.current!.close()
  useKeymap('form', [{ ...formKeys.close, run: close }], panel)
  return (
    <dialog
      ref={panel}
      className="side-panel"
      aria-labelledby={headingId}
      // React passes the event of a dialog in the panel on to the panel.
      onClose={(event) => event.target === event.currentTarget && onClose()}
    >
      <header className="flex items-center gap-1 border-line border-b py-1.5 pr-3 pl-5">
        {head}
        <IconButton label="Close" Icon={X} onClick={close} />
      </header>
      {children}
    </dialog>
  )
}
