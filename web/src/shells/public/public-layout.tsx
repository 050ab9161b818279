import type { ReactNode } from 'react'
import { ScrollToTop } from './scroll-to-top.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The layout of visitors' pages. `headerContent` is shown next to the logo. */
export function PublicLayout({ headerContent, children }: { headerContent?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SiteHeader>{headerContent}</SiteHeader>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <ScrollToTop />
    </>
  )
}
