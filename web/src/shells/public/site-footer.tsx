import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { messages as shellMessages } from '#shells/messages.ts'
import { messages } from './messages.ts'
import { SocialLinks } from './social-links.tsx'

export function SiteFooter() {
  const { site } = useAppContext()
  return (
    <footer className="mt-16 border-t border-line text-soft text-sm">
      <div className="page-width grid gap-y-4 pt-8 pb-10">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-2">
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <a href={pages.home.href()} className="flex min-h-11 items-center gap-2.5 rounded-lg text-ink">
              <span className="mark" />
              <span className="font-[680] text-lg tracking-[-0.03em]">{site.name}</span>
            </a>
            <p>{messages.tagline}</p>
          </div>
          <SocialLinks />
        </div>
        <nav aria-label={messages.footer} className="flex flex-wrap gap-x-6">
          {links.map(({ name, href }) => (
            <a key={href} href={href} className="py-2.5 hover:text-ink">
              {name}
            </a>
          ))}
        </nav>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <p>{shellMessages.copyright(site.name)}</p>
          <Credit />
        </div>
      </div>
    </footer>
  )
}

const links = [
  { name: messages.about, href: pages.about.href() },
  { name: messages.contact, href: pages.contact.href() },
  { name: messages.terms, href: pages.terms.href() },
  { name: messages.privacy, href: pages.privacy.href() },
  { name: messages.contributorLogin, href: pages.contributorAuth.href() },
]

/** A link to the site's developer; without a configured address it leads to the about page. */
function Credit() {
  const { credit } = useAppContext().site
  return (
    <p>
      {messages.builtBy}{' '}
      <a className="underline underline-offset-3 hover:text-ink" href={credit.url ?? pages.about.href()}>
        {credit.name}
      </a>
    </p>
  )
}
