import { useQueryClient } from '@tanstack/react-query'
import { nonPagePrefixes } from '@vitrine/contract/pages'
import { useEffect, useLayoutEffect } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { useListener } from '#ui/use-listener.ts'
import { matchAddress } from './routes.tsx'

/** One listener serves all links, since React Router's component on 220 took half of a page's rendering time. */
export function useLinkInterceptor(): void {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { send } = useAppContext()
  const { key } = useLocation()

  useListener('click', (event) => {
    const link = internalLink(event)
    if (!link) return
    event.preventDefault()
    pressedLink = link
    const go = () => {
      if (link === pressedLink) followLink(link, navigate)
    }
    // With the page's own chunk loaded, the page replaces this one at once; without it, the browser follows the link.
    // Without a connection it would show a page of its own, so this site's waits for the chunk.
    const { preload } = matchAddress(link.pathname).route ?? {}
    if (preload && navigator.onLine) preload().then(go, () => link === pressedLink && location.assign(link.href))
    else go()
  })

  // Prefetch on pointerdown: the data arrives about 80 ms earlier than on click.
  useListener('pointerdown', (event) => {
    const link = internalLink(event)
    if (!link) return
    const { route, params } = matchAddress(link.pathname)
    void route?.preload?.().catch(() => {}) // repeated by the click
    // A failed prefetch is repeated by the page, which shows the error.
    void Promise.allSettled(route?.loader?.({ cache, send, params, search: new URLSearchParams(link.search) }) ?? [])
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the next page is rendered
  useLayoutEffect(() => {
    finishTransition?.()
    finishTransition = null
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every navigation, also to the same address
  useEffect(() => {
    const target = lastNavigation && document.getElementById(lastNavigation.place)
    if (target) scrollAndFocus(target)
    else if (lastNavigation && !lastNavigation.isSamePage) scrollAndFocus(document.querySelector('main'), 0)
    else linkThatLeft()?.focus({ preventScroll: true })
    lastNavigation = null
  }, [key])
}

/** The link of the last click, whose page may still be loading. */
let pressedLink: HTMLAnchorElement | null = null

/** Where the last click led; null after the back button, which keeps the browser's scroll position. */
let lastNavigation: { isSamePage: boolean; place: string } | null = null

/** The link by which this entry of the history was left, to which the keyboard comes back with it. */
function linkThatLeft(): HTMLElement | null {
  const href = history.state?.leftBy
  return href ? document.querySelector(`a[href="${CSS.escape(href)}"]`) : null
}

function followLink(link: HTMLAnchorElement, navigate: NavigateFunction) {
  history.replaceState({ ...history.state, leftBy: link.getAttribute('href') }, '')
  const isSamePage = link.pathname === location.pathname
  lastNavigation = { isSamePage, place: link.hash.slice(1) }
  // Where it is followed, so that an image's page can lead through the list from which it was opened.
  const state = isSamePage ? history.state?.usr : { from: location.pathname + location.search }
  // To an address with a place on the page the back button leads to that place, and not to where one was.
  const place = link.search === location.search ? link.hash : ''
  const navigateToLink = () => void navigate(link.pathname + link.search + place, { state })
  // The hero of the home page folds into the header.
  const isFolding = document.querySelector('.has-hero') !== null
  if (!isSamePage || isFolding) navigateWithTransition(link, navigateToLink)
  else navigateToLink()
}

/** Resolves the running view transition's update. */
let finishTransition: (() => void) | null = null

/** Animates the image of a card into the stage of the next page (View Transitions), where the browser supports it. */
function navigateWithTransition(link: HTMLAnchorElement, go: () => void) {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return go()
  // A transition name must be unique on a page: where a stage exists, its image has the name already.
  const image = document.querySelector('.stage') ? null : link.querySelector('img')
  if (image) image.style.viewTransitionName = 'picture'
  document.startViewTransition(() => {
    if (image) image.style.viewTransitionName = ''
    return new Promise<void>((resolve) => {
      finishTransition = resolve
      go()
    })
  })
}

function scrollAndFocus(element: HTMLElement | null, top?: number) {
  if (top === undefined) element?.scrollIntoView()
  else scrollTo(0, top)
  element?.focus({ preventScroll: true })
}

/** The link of an event that leads to a page of this site in this tab. */
function internalLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null
  const link = (event.target as Element).closest('a')
  if (!link?.href || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  if (nonPagePrefixes.some((prefix) => link.pathname.startsWith(prefix))) return null
  // The browser scrolls to a place on another page once the page's own chunk is there.
  if (link.hash && link.pathname !== location.pathname) return null
  // A link to the current address reloads the page, as browsers do.
  return link.href === location.href ? null : link
}
