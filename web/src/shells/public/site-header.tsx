import { pages } from '@vitrine/contract/pages'
import type { ReactNode } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { emptySearch, type SearchState } from '#search/image-search.ts'
import { SearchForm } from '#search/search-form.tsx'
import { messages as shellMessages } from '#shells/messages.ts'
import { ThemeSwitch } from '#shells/theme-switch.tsx'
import { TraySlot } from '#tray/tray-slot.tsx'

export interface SiteHeaderProps {
  search?: SearchState
  /** The id of the images, which the skip link then leads to. */
  skipsTo?: string | undefined
  /** Searches while the person types. */
  isLive?: boolean
  /** Whether the next search drops the filters of this one, which found nothing. */
  startsOver?: boolean
  /** What stands above a large search field; without it the field is beside the logo and stays in view. */
  hero?: ReactNode
  /** In place of the search field and the links. */
  children?: ReactNode
}

/**
 * The logo leads home, which clears the search, since the search is part of the address (requirements: #header). With
 * and without the hero the search field is the same element, so that it keeps the focus while the hero folds.
 */
export function SiteHeader({ search = emptySearch, skipsTo, isLive, startsOver, hero, children }: SiteHeaderProps) {
  const { site } = useAppContext()
  return (
    <header className={hero ? 'site-header has-hero' : 'site-header'}>
      <div className="page-width">
        <a href={`#${skipsTo ?? 'content'}`} className="button main absolute top-2 left-2 z-1 not-focus:sr-only">
          {skipsTo ? 'Skip to images' : shellMessages.skip}
        </a>
        <a href={pages.home.href()} className="logo">
          <span className="mark" />
          <span>{site.name}</span>
        </a>
        {hero}
        {!children && (
          <search aria-label="Search the library">
            <SearchForm search={search} isLive={isLive} startsOver={startsOver} />
          </search>
        )}
        <div className="site-tools">
          <TraySlot />
          {children ?? (
            <nav aria-label="Site">
              <a href={pages.about.href()}>About</a>
            </nav>
          )}
          <ThemeSwitch />
        </div>
      </div>
    </header>
  )
}
