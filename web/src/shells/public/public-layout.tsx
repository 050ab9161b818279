import type { ReactNode } from 'react'
import { ScrollToTop } from './scroll-to-top.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** What visitors' pages have around them. `beside` stands beside the logo. */
export function PublicLayout({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  return (
    <>
      <SiteHeader>{beside}</SiteHeader>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
      <ScrollToTop />
    </>
  )
}
