import type { ReactNode } from 'react'
import { ScrollToTop } from './scroll-to-top.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader, type SiteHeaderProps } from './site-header.tsx'

/** The layout of visitors' pages. */
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
