import { pages } from '@vitrine/contract/pages'
import type { ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { messages as shellMessages } from '#shells/messages.ts'
import { ThemeSwitch } from '#shells/theme/theme-switch.tsx'

/** The logo leads home, which clears the search, since the search is part of the address (requirements: #header). */
export function SiteHeader({ children }: { children?: ReactNode }) {
  const { site } = useAppContext()
  return (
    <header className="page-width relative z-1 flex min-h-18 flex-wrap items-center gap-x-8 gap-y-2 py-3">
      <a href="#content" className="button main absolute top-2 left-2 z-1 not-focus:sr-only">
        {shellMessages.skip}
      </a>
      <a href={pages.home.href()} className="flex min-h-11 items-center gap-2.5 rounded-lg">
        <span className="mark" />
        <span className="text-xl font-[680] tracking-[-0.03em]">{site.name}</span>
      </a>
      {children}
      <ThemeSwitch />
    </header>
  )
}
