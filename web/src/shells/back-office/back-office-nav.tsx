import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import { type AdminPageName, adminHref, type BackOfficePageName, backOfficeHref } from './back-office-href.ts'
import { imageCountsQuery } from './image-counts.ts'
import { messages } from './messages.ts'
import { useLogout } from './use-logout.ts'

const countedPages = ['total', 'approved', 'pending', 'rejected'] as const
const adminPages: AdminPageName[] = ['users', 'audit', 'trash', 'hosting']

/** Every page of a back office, with the lengths of its lists (requirements: #sidebar). */
export function BackOfficeNav({ user }: { user: SignedInUser }) {
  const { send, site } = useAppContext()
  const { data: lengths } = useQuery(imageCountsQuery(send, user))
  const logout = useLogout()
  const room = (name: BackOfficePageName) => ({ href: backOfficeHref(user, name), children: messages.pages[name] })

  return (
    <nav aria-label={messages.nav} className="grid gap-1">
      <a href="/" className="mb-3 flex min-h-11 items-center gap-2.5 rounded-lg px-3" title={messages.library}>
        <span className="mark" />
        <span className="font-display text-xl font-[680] tracking-[-0.03em]">{site.name}</span>
      </a>
      <NavLink {...room('dashboard')} />
      <NavLink {...room('upload')} />
      {countedPages.map((name) => (
        <NavLink key={name} {...room(name)} count={lengths?.[name]} />
      ))}
      {user.role === 'admin' && (
        <div className="mt-3 grid gap-1 border-line border-t pt-3">
          {adminPages.map((name) => (
            <NavLink key={name} href={adminHref(user, name)}>
              {messages.pages[name]}
            </NavLink>
          ))}
        </div>
      )}
      <Settings hrefs={[room('profile').href, room('password').href]}>
        <NavLink {...room('profile')} />
        <NavLink {...room('password')} />
        <button type="button" className="nav-link" onClick={logout}>
          {messages.logout}
        </button>
      </Settings>
    </nav>
  )
}

/** Folded away, unless one is in there. */
function Settings({ hrefs, children }: { hrefs: string[]; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <details className="group mt-3 border-line border-t pt-3" open={hrefs.includes(pathname) || undefined}>
      <summary className="nav-link cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {messages.settings}
        <ChevronDown aria-hidden="true" size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid gap-1 pl-3">{children}</div>
    </details>
  )
}

function NavLink({ href, count, children }: { href: string; count?: number; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <a href={href} className="nav-link" aria-current={pathname === href ? 'page' : undefined}>
      {children}
      {count !== undefined && <span className="tabular-nums">{count.toLocaleString('en')}</span>}
    </a>
  )
}
