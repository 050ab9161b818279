import { useQueryClient } from '@tanstack/react-query'
import { nonPagePrefixes } from '@vitrine/contract/pages'
import { useEffect, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { matchAddress } from './routes.tsx'

/**
 * Turns clicks on plain links into navigation without a reload. One listener for all of them: a router's link component
 * on each of 220 links was half of the time that the server took to render a page.
 */
export function useLinkInterceptor(): void {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { send } = useAppContext()
  const { pathname, hash, key } = useLocation()

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = internalLink(event)
      if (!link) return
      event.preventDefault()
      lastNavigation = link.pathname === location.pathname ? 'within' : 'away'
      const go = () => void navigate(link.pathname + link.search + link.hash)
      if (lastNavigation === 'away') navigateWithTransition(link, go)
      else go()
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])

  // The answer is on its way before the button is up again: some 80 ms earlier.
  useEffect(() => {
    const foresee = (event: PointerEvent) => {
      const link = internalLink(event)
      if (!link) return
      const { route, params } = matchAddress(link.pathname)
      // What fails here is asked again, and its error shown, by the page itself.
      void Promise.allSettled(route?.loader?.({ cache, send, params, search: new URLSearchParams(link.search) }) ?? [])
    }
    document.addEventListener('pointerdown', foresee)
    return () => document.removeEventListener('pointerdown', foresee)
  }, [cache, send])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the next page is rendered
  useLayoutEffect(() => {
    finishTransition?.()
    finishTransition = null
  }, [pathname])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every navigation, also to the same address
  useEffect(() => {
    const target = document.getElementById(hash.slice(1))
    if (lastNavigation && target) scrollAndFocus(target)
    else if (lastNavigation === 'away') scrollAndFocus(document.querySelector('main'), 0)
    lastNavigation = null
  }, [pathname, hash, key])
}

/** What the last click led to. Null after the back button, which returns to the place where one was. */
let lastNavigation: 'within' | 'away' | null = null

/** Ends the wait of a transition that is under way. */
let finishTransition: (() => void) | null = null

/** Lets the picture of a card grow into the stage of the next page, in browsers that can. */
function navigateWithTransition(link: HTMLAnchorElement, go: () => void) {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) return go()
  // One name, one picture: where a stage stands already, it is the stage that changes.
  const picture = document.querySelector('.stage') ? null : link.querySelector('img')
  if (picture) picture.style.viewTransitionName = 'picture'
  document.startViewTransition(() => {
    if (picture) picture.style.viewTransitionName = ''
    return new Promise<void>((resolve) => {
      finishTransition = resolve
      go()
    })
  })
}

function scrollAndFocus(place: HTMLElement | null, top?: number) {
  if (top === undefined) place?.scrollIntoView()
  else scrollTo(0, top)
  place?.focus({ preventScroll: true })
}

/** The link of a click that means another page of this site in this tab. */
function internalLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null
  const link = (event.target as Element).closest('a')
  if (!link?.href || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  if (nonPagePrefixes.some((prefix) => link.pathname.startsWith(prefix))) return null
  // A link to where one is: the browser loads the page again, which is what a second try means.
  return link.href === location.href ? null : link
}
