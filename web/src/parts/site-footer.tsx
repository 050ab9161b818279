import { pages } from '@vitrine/contract/pages'
import { useSurroundings } from '../surroundings.ts'
import { words } from './words.ts'

export function SiteFooter() {
  const { site } = useSurroundings()
  return (
    <footer className="mt-16 border-t border-line">
      <div className="wide flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-8 text-soft text-sm">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <a href={pages.home.href()} className="flex min-h-11 items-center gap-2.5 rounded-lg text-ink">
            <span className="mark" />
            <span className="font-display font-[680] text-lg tracking-[-0.03em]">{site.name}</span>
          </a>
          <p>{words.tagline}</p>
        </div>
        <nav aria-label={words.footer} className="flex flex-wrap items-center gap-x-6">
          <a href={pages.contributorAuth.href()} className="py-2.5 hover:text-ink">
            {words.contributorLogin}
          </a>
          <a href={pages.apiDocs.href()} className="py-2.5 hover:text-ink">
            {words.api}
          </a>
          <p className="py-2.5">{words.copyright(site.name)}</p>
        </nav>
      </div>
    </footer>
  )
}
