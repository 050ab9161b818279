import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { messages as shellMessages } from '#shells/messages.ts'

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
            <p>Free transparent PNG images. Real alpha, checked one by one.</p>
          </div>
          <SocialLinks />
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
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
  { name: 'About', href: pages.about.href() },
  { name: 'Contact', href: pages.contact.href() },
  { name: 'Terms and licence', href: pages.terms.href() },
  { name: 'Privacy', href: pages.privacy.href() },
  { name: 'Contributor login', href: pages.contributorAuth.href() },
]

/** A link to the site's developer; without a configured address it leads to the about page. */
function Credit() {
  const { credit } = useAppContext().site
  return (
    <p>
      Built by{' '}
      <a className="underline underline-offset-3 hover:text-ink" href={credit.url ?? pages.about.href()}>
        {credit.name}
      </a>
    </p>
  )
}

/** Links to the site's configured profiles (requirements: #footer). The icons are our own SVG paths, 24 by 24. */
function SocialLinks() {
  const { social } = useAppContext().site
  return (
    <ul className="-mx-3 flex gap-1">
      {networks
        .filter(({ name }) => social[name])
        .map(({ name, label, icon }) => (
          <li key={name}>
            <a
              href={social[name]}
              target="_blank"
              rel="noopener noreferrer"
              className="grid size-11 place-items-center rounded-full hover:text-ink"
            >
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
                <path
                  d={icon}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.9"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
              <span className="sr-only">{label}</span>
            </a>
          </li>
        ))}
    </ul>
  )
}

const networks = [
  { name: 'x', label: 'X', icon: 'M4.5 4.5 19.5 19.5M19.5 4.5 4.5 19.5' },
  {
    name: 'facebook',
    label: 'Facebook',
    icon: 'M15 7.5h-1a2.5 2.5 0 0 0-2.5 2.5v10.9M9 13h5.5M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  },
  {
    name: 'pinterest',
    label: 'Pinterest',
    icon: 'M10 20.5 13 8.5M8 13a4.7 4.7 0 1 1 4 2.6 2.6 2.6 0 0 1-1.6-.9M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  },
  {
    name: 'instagram',
    label: 'Instagram',
    icon:
      'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5z' +
      'M15.6 12a3.6 3.6 0 1 1-7.2 0 3.6 3.6 0 0 1 7.2 0zM17 7h.01',
  },
] as const
