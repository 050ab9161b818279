import './tray-controls.css'
import Inbox from 'lucide-react/icons/inbox'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { CardToggle } from './card-toggle.tsx'
import type { TrayDrawerProps } from './drawer/tray-drawer.tsx'
import { sharedIds } from './share-link.ts'
import { useTray } from './stored-tray.ts'
import { messages } from './tray-messages.ts'

/** The tray's button with the number of its images, the button on the card under the pointer, and the open drawer. */
export function TrayControls() {
  const images = useTray()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const shared = sharedIds(hash)
  const close = () => {
    setOpen(false)
    if (shared.length) void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      {(images.length > 0 || isOpen) && (
        <button
          type="button"
          className="tray-button"
          aria-label={messages.open(images.length)}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Inbox aria-hidden="true" size={20} />
          {images.length}
        </button>
      )}
      <CardToggle />
      {(isOpen || shared.length > 0) &&
        createPortal(
          <Suspense>
            <TrayDrawer key={shared.join()} sharedIds={shared} onClose={close} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

/** A chunk of its own, loaded when the drawer is opened. */
const TrayDrawer = lazy<ComponentType<TrayDrawerProps>>(() =>
  import('./drawer/tray-drawer.tsx').then((module) => ({ default: module.TrayDrawer })),
)
