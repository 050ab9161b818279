import { useQuery } from '@tanstack/react-query'
import { auth } from '@vitrine/contract/calls/accounts/auth'
import { backOfficeHref, backOfficePageNames, type OwnPageName, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { endSession, session } from '#api/session.ts'
import { imageCountsQuery } from './image-counts.ts'
import { messages } from './messages.ts'
import { type BackOfficePage, backOfficePageTable } from './pages.ts'

/** The back-office pages of the person's role, with the numbers of images (requirements: #sidebar). */
export function BackOfficeNav({ user }: { user: SignedInUser }) {
  const { site } = useAppContext()
  const logout = useLogout()
  const admin = navPages(user, 'admin')
  const settings = navPages(user, 'settings')
  return (
    <nav aria-label={messages.nav} className="grid gap-1">
      <a href="/" className="mb-3 flex min-h-11 items-center gap-2.5 rounded-lg px-3" title={messages.library}>
        <span className="mark" />
        <span className="text-xl font-[680] tracking-[-0.03em]">{site.name}</span>
      </a>
      <PageLinks user={user} names={navPages(user, 'main')} />
      {admin.length > 0 && (
        <div className="mt-3 grid gap-1 border-line border-t pt-3">
          <PageLinks user={user} names={admin} />
        </div>
      )}
      <Settings hrefs={settings.map((name) => backOfficeHref(user, name))}>
        <PageLinks user={user} names={settings} />
        <button type="button" className="nav-link" onClick={logout}>
          {messages.logout}
        </button>
      </Settings>
    </nav>
  )
}

const navPages = ({ role }: SignedInUser, group: BackOfficePage['nav']) =>
  backOfficePageNames(role).filter(
    (name): name is OwnPageName => name !== 'person' && backOfficePageTable[name].nav === group,
  )

function PageLinks({ user, names }: { user: SignedInUser; names: OwnPageName[] }) {
  const { send } = useAppContext()
  const { data: counts } = useQuery(imageCountsQuery(send, user))
  return names.map((name) => {
    const { title, label = title, count } = backOfficePageTable[name]
    return (
      <NavLink
        key={name}
        href={backOfficeHref(user, name)}
        count={count && counts?.[count]}
        extra={count === 'pending' && counts ? messages.andEdits(counts.edits) : ''}
      >
        {label}
      </NavLink>
    )
  })
}

/** The settings group: closed unless one of its pages is shown. */
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

interface NavLinkProps {
  href: string
  count: number | undefined
  /** What waits of public images. */
  extra: string
  children: ReactNode
}

function NavLink({ href, count, extra, children }: NavLinkProps) {
  const { pathname } = useLocation()
  return (
    <a href={href} className="nav-link" aria-current={pathname === href ? 'page' : undefined}>
      {children}
      {count !== undefined && (
        <span className="tabular-nums">
          {count.toLocaleString('en')}
          {extra}
        </span>
      )}
    </a>
  )
}

/**
 * Ends the session in this browser at once, even if the server is unreachable, and goes home (requirements:
 * #login-state).
 */
function useLogout() {
  const { send } = useAppContext()
  const navigate = useNavigate()
  return () => {
    const refresh = session.read()?.tokens.refresh_token
    endSession(null)
    if (refresh) apiClient(send)(auth.logout, { body: { refresh } }).catch(() => {})
    void navigate(pages.home.href())
  }
}
