import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Selection } from '#pages/back-office/image-manager/selection.ts'
import { nextIndex, useCharacterKeysSetting } from '#ui/back-office/keys.ts'

interface ListKeys {
  images: ManagedImage[]
  selection: Selection
  /** Of the selection, or of the image with the focus where nothing is selected. */
  onEdit: (image: ManagedImage) => void
  onApprove: ((image: ManagedImage) => void) | undefined
  onReject: ((image: ManagedImage) => void) | undefined
  onSubmit: ((image: ManagedImage) => void) | undefined
}

/**
 * One tab stop for the whole list (roving tabindex): arrows, Home and End move the focus, with Shift they extend the
 * selection, Space and X toggle it, and letters act. They act in the list alone (WCAG 2.1.4).
 */
export function useListKeys({ images, selection, onEdit, onApprove, onReject, onSubmit }: ListKeys) {
  const [areLettersOn] = useCharacterKeysSetting()
  const [current, setCurrent] = useState<number | null>(null)
  const list = useRef<HTMLElement>(null)
  /** The place of the focus, null while it is elsewhere. */
  const place = useRef<number | null>(null)
  const activeId = images.some(({ id }) => id === current) ? current : (images[0]?.id ?? null)

  // An image that left the list took the focus with it.
  useEffect(() => {
    if (place.current === null || document.activeElement !== document.body || !images.length) return
    const next = images[Math.min(place.current, images.length - 1)]!
    if (document.querySelector('dialog[open]') === null) document.getElementById(tileId(next.id))?.focus()
  }, [images])
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent) => {
      const isAside = list.current?.contains(target as Node) || (target as Element).closest('dialog')
      if (!isAside) place.current = null
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [])

  const moveTo = (target: ManagedImage, extendsFrom: ManagedImage | undefined) => {
    document.getElementById(tileId(target.id))?.focus()
    if (extendsFrom) selection.extend(extendsFrom, target)
  }

  const actionOf = (event: KeyboardEvent, image: ManagedImage) => {
    const toggle = () => selection.select(image, event.shiftKey)
    const letters = {
      x: toggle,
      e: () => onEdit(image),
      a: event.shiftKey ? pressApproveTogether : onApprove && (() => onApprove(image)),
      r: onReject && (() => onReject(image)),
      s: onSubmit && (() => onSubmit(image)),
    }
    const actions: Record<string, (() => void) | undefined> = { ' ': toggle, ...(areLettersOn && letters) }
    return actions[event.key.toLowerCase()]
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = images.findIndex(({ id }) => id === activeId)
    const image = images[index]
    if (!image || hasModifier(event) || event.defaultPrevented) return
    const target = images[nextIndex(event.key, index, images.length, list.current!)]
    const action = actionOf(event, image)
    if (target) moveTo(target, event.shiftKey ? image : undefined)
    else if (!action || (event.repeat && event.key !== ' ')) return
    else action()
    event.preventDefault()
  }

  const onFocus = (id: number) => {
    setCurrent(id)
    place.current = images.findIndex((image) => image.id === id)
  }
  return {
    list,
    activeId,
    active: images.find(({ id }) => id === activeId),
    onFocus,
    onKeyDown,
    focusActive: () => document.getElementById(tileId(activeId ?? 0))?.focus(),
  }
}

/** Approves what came with the edit that has the focus, where the page says how many that are. */
const pressApproveTogether = () => document.querySelector<HTMLElement>('[aria-keyshortcuts="Shift+A"]')?.click()

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

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
