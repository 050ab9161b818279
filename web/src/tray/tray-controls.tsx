import './tray-controls.css'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { Card } from '@vitrine/contract/schemas/image'
import Check from 'lucide-react/icons/check'
import Inbox from 'lucide-react/icons/inbox'
import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { cachedCard } from '#image-card/cached-card.ts'
import { optionalPart } from '#ui/optional-part.ts'
import { useListener } from '#ui/use-listener.ts'
import { sharedIds } from './share-link.ts'
import { tray, useTray } from './stored-tray.ts'
import { toggleInTray } from './toggle-in-tray.ts'
import type { TrayDrawerProps } from './tray-drawer.tsx'
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
          <Inbox size={20} />
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
const TrayDrawer = optionalPart<TrayDrawerProps>(async () => (await import('./tray-drawer.tsx')).TrayDrawer)

/** One button moves to the card under the mouse or with the focus, so that a hundred cards have no element more. */
function CardToggle() {
  const cache = useQueryClient()
  const element = useCurrentElement()
  const card = element?.isConnected ? cardOf(element, cache) : undefined
  const isIn = useTray().some(({ id }) => id === card?.id)
  const [announcement, setAnnouncement] = useState('')
  // Says what has happened, since the button with the number is elsewhere.
  const toggle = (card: Card) => {
    const count = tray.read().length
    toggleInTray(card)
    const countNow = tray.read().length
    if (countNow !== count)
      setAnnouncement((countNow > count ? messages.added : messages.removed)(card.title, countNow))
  }
  useListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const focused = (event.target as Element).closest('.card')
    const chosen = focused && cardOf(focused, cache)
    if (chosen) toggle(chosen)
  })
  return (
    <>
      <span role="status" className="sr-only">
        {announcement}
      </span>
      {element &&
        card &&
        createPortal(
          <button
            type="button"
            className="tray-toggle round"
            aria-label={(isIn ? messages.remove : messages.add)(card.title)}
            aria-keyshortcuts="T"
            // Takes no focus from the mouse, or the card would keep its look of one with the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggle(card)}
          >
            {isIn ? <Check size={19} /> : <Plus size={19} />}
          </button>,
          element,
        )}
    </>
  )
}

/** The card under the mouse or with the visible focus; on touch screens the image page has the button. */
function useCurrentElement(): Element | null {
  const [element, setElement] = useState(() => document.querySelector('.card:focus-within, .card:hover'))
  const follow = (event: Event) => {
    const target = event.target as Element
    const isMeant = event instanceof PointerEvent ? event.pointerType !== 'touch' : target.matches(':focus-visible')
    const current = isMeant ? target.closest('.card') : null
    if (current) setElement(current)
  }
  // Not on pointerover, which a mouse at rest also sends when the button leaves the card under it.
  useListener('pointermove', follow)
  useListener('focusin', follow)
  return element
}

function cardOf(element: Element, cache: QueryClient): Card | undefined {
  const slug = matchPath(pages.image.path, element.querySelector('a')?.pathname ?? '')?.params.slug
  return slug === undefined ? undefined : cachedCard(cache, slug)
}
