import { notPages } from '@vitrine/contract/pages'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Turns clicks on plain links into navigation without a reload. One listener for all of them: a router's link component
 * on each of 220 links was half of the time that the server took to render a page.
 */
export function useLinks(): void {
  const navigate = useNavigate()
  const { pathname, hash, key } = useLocation()

  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = followable(event)
      if (!link) return
      event.preventDefault()
      went = link.pathname === location.pathname ? 'within' : 'away'
      void navigate(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])

  useEffect(() => {
    const target = document.getElementById(hash.slice(1))
    if (went && target) arriveAt(target)
    else if (went === 'away') arriveAt(document.querySelector('main'), 0)
    went = null
  }, [pathname, hash, key])
}

/** What the last click led to. Null after the back button, which returns to the place where one was. */
let went: 'within' | 'away' | null = null

function arriveAt(place: HTMLElement | null, top?: number) {
  if (top === undefined) place?.scrollIntoView()
  else scrollTo(0, top)
  place?.focus({ preventScroll: true })
}

/** The link of a click that means another page of this site in this tab. */
function followable(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null
  const link = (event.target as Element).closest('a')
  if (!link?.href || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  if (notPages.some((prefix) => link.pathname.startsWith(prefix))) return null
  // A link to where one is: the browser loads the page again, which is what a second try means.
  return link.href === location.href ? null : link
}
