import './tray-drawer.css'
import { useEffect, useId, useRef } from 'react'
import { OwnTray } from './own-tray.tsx'
import { SharedTray } from './shared-tray.tsx'

export interface TrayDrawerProps {
  /** The images of a tray that was shared; none for one's own. */
  sharedIds: number[]
  onClose: () => void
}

/** The tray as a modal dialog at the edge of the window, open while it is rendered. */
export function TrayDrawer({ sharedIds, onClose }: TrayDrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => dialog.current!.showModal(), [])
  const onClosed = () => {
    onClose()
    // The button that opened it, to which the browser returns the focus, is gone when the tray is empty.
    setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
    })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; Escape does so by itself
    <dialog
      ref={dialog}
      className="tray-drawer"
      aria-labelledby={titleId}
      onClose={onClosed}
      onClick={({ target, currentTarget }) => {
        const isLinkToPage = (target as Element).closest('a:not([download])') !== null
        if (target === currentTarget || isLinkToPage) currentTarget.close()
      }}
    >
      {sharedIds.length > 0 ? <SharedTray titleId={titleId} ids={sharedIds} /> : <OwnTray titleId={titleId} />}
    </dialog>
  )
}
