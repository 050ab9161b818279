import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { useEffect, useRef, useState } from 'react'
import { formKeys, moveKeys, nextIndex, useKeymap } from '#ui/back-office/keys.ts'
import { useListener } from '#ui/use-listener.ts'
import type { Selection } from '../selection.ts'

interface ListKeys {
  images: ManagedImage[]
  selection: Selection
  isPanelOpen: boolean
  /** Of the selection, or of the image with the focus where nothing is selected. */
  onEdit: (image: ManagedImage) => void
  onApprove: ((image: ManagedImage) => void) | undefined
  onReject: ((image: ManagedImage) => void) | undefined
  onSubmit: ((image: ManagedImage) => void) | undefined
}

/** One tab stop for the list (roving tabindex); letters act in it alone, unless something is selected (WCAG 2.1.4). */
export function useListKeys({ images, selection, isPanelOpen, ...on }: ListKeys) {
  const { onEdit, onApprove, onReject, onSubmit } = on
  const [current, setCurrent] = useState<number | null>(null)
  const list = useRef<HTMLElement>(null)
  /** The place of the focus, null while it is elsewhere. */
  const place = useRef<number | null>(null)
  const activeId = images.some(({ id }) => id === current) ? current : (images[0]?.id ?? null)

  // An image that left the list took the focus with it; one that came back moved the place of the focus.
  useEffect(() => {
    if (place.current === null || !images.length) return
    const index = images.findIndex(({ id }) => id === current)
    if (index >= 0) place.current = index
    if (document.activeElement !== document.body || document.querySelector('dialog[open]')) return
    const next = images[Math.min(place.current, images.length - 1)]!
    document.getElementById(tileId(next.id))?.focus()
  }, [images, current])
  useListener('focusin', ({ target }) => {
    const isAside = list.current?.contains(target as Node) || (target as Element).closest('dialog')
    if (!isAside) place.current = null
  })

  const active = images.find(({ id }) => id === activeId)
  const move = ({ key }: KeyboardEvent, extendsSelection = false) => {
    const target = active && images[nextIndex(key, images.indexOf(active), images.length, list.current!)]
    if (target) document.getElementById(tileId(target.id))?.focus()
    if (target && extendsSelection) selection.extend(active, target)
    return target !== undefined
  }
  const ofActive = (act: ((image: ManagedImage, event: KeyboardEvent) => unknown) | undefined) =>
    act && active ? (event: KeyboardEvent) => void act(active, event) : undefined
  const isAdmin = onApprove !== undefined
  useKeymap(
    'list',
    [
      { keys: moveKeys, shown: '← ↑ ↓ →', does: 'Move between images', run: (event) => move(event) },
      {
        keys: moveKeys.map((name) => `Shift+${name}`),
        shown: 'Shift ← ↑ ↓ →',
        does: 'Select up to there',
        run: (event) => move(event, true),
      },
      {
        keys: [' ', 'x', 'Shift+ ', 'Shift+x'],
        shown: 'Space, X',
        does: 'Select',
        run: ofActive((image, { shiftKey }) => selection.select(image, shiftKey)),
      },
      { keys: ['Enter'], does: 'Open' },
    ],
    list,
  )
  useKeymap(
    'list',
    [
      { keys: ['e'], does: 'Edit the image or the selection', run: ofActive(onEdit) },
      { keys: ['s'], does: onSubmit && 'Submit drafts', run: ofActive(onSubmit) },
      { keys: ['a'], does: isAdmin && 'Approve', run: ofActive(onApprove) },
      { keys: ['r'], does: onReject && (isAdmin ? 'Reject' : 'Restore'), run: ofActive(onReject) },
      { keys: ['Shift+a'], does: isAdmin && 'Approve all edits that came together', run: pressApproveTogether },
    ],
    selection.images.length && !isPanelOpen ? undefined : list,
  )
  useKeymap('form', Object.values(formKeys))

  const onFocus = (id: number) => {
    setCurrent(id)
    place.current = images.findIndex((image) => image.id === id)
  }
  const focusActive = () => document.getElementById(tileId(activeId ?? 0))?.focus()
  return { list, activeId, active, onFocus, focusActive }
}

/** Approves what came with the edit that has the focus, where the page says how many that are. */
const pressApproveTogether = () => document.querySelector<HTMLElement>('[aria-keyshortcuts="Shift+A"]')?.click()

/** Scrolls the list along with the panel's image, and returns the focus to its tile when the panel closes. */
export function useTileFocus(openId: number | null) {
  const last = useRef<number | null>(null)
  useEffect(() => {
    const previousId = last.current
    last.current = openId
    if (openId === null) {
      // Opening the panel had disabled it (use-list-params.ts).
      history.scrollRestoration = 'auto'
      if (previousId !== null) document.getElementById(tileId(previousId))?.focus({ preventScroll: true })
    } else if (previousId !== null) document.getElementById(tileId(openId))?.scrollIntoView({ block: 'nearest' })
  }, [openId])
}

/** Id of an image's link, which gets the focus back when the panel closes. */
export const tileId = (image: number) => `image-${image}`
