import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactNode, useEffect, useState } from 'react'
import { scrollToTop } from '#ui/smooth-scroll.ts'
import { useListener } from '#ui/use-listener.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader, type SiteHeaderProps } from './site-header.tsx'

export function PublicLayout({ children, ...header }: SiteHeaderProps & { children: ReactNode }) {
  return (
    <>
      <SiteHeader {...header} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <ScrollToTop />
      <SiteFooter />
    </>
  )
}

/** Scroll position in pixels above which the button is shown (requirements: #scroll-to-top). */
const thresholdPx = 50

/** It comes to rest above the footer, and lies beside the titles of cards, not on them. */
const place = 'sticky bottom-3.5 z-2 mx-3.5 -mb-11 self-end border border-line'

function ScrollToTop() {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => setVisible(scrollY > thresholdPx), [])
  useListener('scroll', () => setVisible(scrollY > thresholdPx))
  if (!isVisible) return null
  return (
    <button type="button" className={`glass round ${place}`} aria-label="Scroll to top" onClick={scrollToTop}>
      <ArrowUp size={20} />
    </button>
  )
}
