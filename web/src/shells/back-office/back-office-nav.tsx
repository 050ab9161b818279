import { auth } from '@vitrine/contract/calls/accounts/auth'
import { backOfficeHref, backOfficePageNames, type OwnPageName, pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useTransition } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApi, useAppContext } from '#api/app-context.ts'
import { useUser } from '#api/back-office.ts'
import { beforeLogout, endSession, session } from '#api/session.ts'
import { useImageCounts } from './image-counts.ts'
import { backOfficePageTable, type NavGroup, navGroups } from './pages.ts'

/** The back-office pages of the person's role, with the numbers of images (requirements: #sidebar). */
export function BackOfficeNav() {
  const user = useUser()
  const { site } = useAppContext()
  const [isLeaving, startLeaving] = useTransition()
  const logout = useLogout()
  return (
    <nav aria-label="Your pages" className="grid gap-1">
      <a href="/" className="mb-3 flex min-h-11 items-center gap-2.5 rounded-lg px-3" title="To the library">
        <span className="mark" />
        <span className="text-xl font-[680] tracking-[-0.03em]">{site.name}</span>
      </a>
      {navGroups.map((group) => {
        const names = navPages(user, group)
        if (group === 'top') return <PageLinks key={group} names={names} />
        if (!names.length) return null
        return (
          <LinkGroup key={group} group={group} hrefs={names.map((name) => backOfficeHref(user, name))}>
            <PageLinks names={names} />
            {group === 'settings' && (
              <button type="button" className="nav-link" disabled={isLeaving} onClick={() => startLeaving(logout)}>
                Logout
              </button>
            )}
          </LinkGroup>
        )
      })}
    </nav>
  )
}

const navPages = ({ role }: SignedInUser, group: NavGroup) =>
  backOfficePageNames(role).filter(
    (name): name is OwnPageName => name !== 'person' && backOfficePageTable[name].nav === group,
  )

function PageLinks({ names }: { names: OwnPageName[] }) {
  const user = useUser()
  const { data: counts } = useImageCounts()
  return names.map((name) => {
    const { title, label = title, count } = backOfficePageTable[name]
    // The number that waits stands at "Review mode" where that is a link too.
    const isTwice = name === 'pending' && user.role === 'admin'
    return (
      <NavLink key={name} href={backOfficeHref(user, name)} count={count && !isTwice ? counts?.[count] : undefined}>
        {label}
      </NavLink>
    )
  })
}

const groupNames = { images: 'Images', insights: 'Insights', settings: 'Settings' }

interface LinkGroupProps {
  group: Exclude<NavGroup, 'top'>
  hrefs: string[]
  children: ReactNode
}

/** The images are open; another group is where one of its pages is shown. */
function LinkGroup({ group, hrefs, children }: LinkGroupProps) {
  const { pathname } = useLocation()
  const isOpen = group === 'images' || hrefs.includes(pathname)
  return (
    <details className="group mt-2 border-line border-t pt-2" open={isOpen || undefined}>
      <summary className="nav-link cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {groupNames[group]}
        <ChevronDown size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid gap-1 pl-3">{children}</div>
    </details>
  )
}

function NavLink({ href, count, children }: { href: string; count: number | undefined; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <a href={href} className="nav-link" aria-current={pathname === href ? 'page' : undefined}>
      {children}
      {count !== undefined && <span className="tabular-nums">{count.toLocaleString('en')}</span>}
    </a>
  )
}

/** Ends the session in this browser, even if the server is unreachable, and goes home (requirements: #login-state). */
function useLogout() {
  const call = useApi()
  const navigate = useNavigate()
  return async () => {
    // A server that does not answer keeps no one signed in.
    const patience = new Promise((resolve) => setTimeout(resolve, 5_000))
    await Promise.race([Promise.all([...beforeLogout].map((send) => send())), patience])
    const refresh = session.read()?.tokens.refresh_token
    endSession(null)
    if (refresh) call(auth.logout, { body: { refresh } }).catch(() => {})
    void navigate(pages.home.href())
  }
}
