import { useQuery } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/users'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSurroundings } from '../surroundings.ts'
import { lengthsOf } from './lengths.ts'
import { words } from './office-words.ts'
import { type AdminRoom, adminRoomOf, type Room, roomOf } from './rooms.ts'
import { useLogout } from './use-logout.ts'

const counted = ['total', 'approved', 'pending', 'rejected'] as const
const forAdmins: AdminRoom[] = ['users', 'audit', 'trash', 'hosting']

/** Every page of a back office, with the lengths of its lists (requirements: #sidebar). */
export function OfficeNav({ user }: { user: SignedInUser }) {
  const { send, site } = useSurroundings()
  const { data: lengths } = useQuery(lengthsOf(send, user))
  const logout = useLogout()
  const room = (name: Room) => ({ href: roomOf(user, name), children: words.rooms[name] })

  return (
    <nav aria-label={words.nav} className="grid gap-1">
      <a href="/" className="mb-3 flex min-h-11 items-center gap-2.5 rounded-lg px-3" title={words.library}>
        <span className="mark" />
        <span className="font-display text-xl font-[680] tracking-[-0.03em]">{site.name}</span>
      </a>
      <Door {...room('dashboard')} />
      <Door {...room('upload')} />
      {counted.map((name) => (
        <Door key={name} {...room(name)} count={lengths?.[name]} />
      ))}
      {user.role === 'admin' && (
        <div className="mt-3 grid gap-1 border-line border-t pt-3">
          {forAdmins.map((name) => (
            <Door key={name} href={adminRoomOf(user, name)}>
              {words.rooms[name]}
            </Door>
          ))}
        </div>
      )}
      <Settings hrefs={[room('profile').href, room('password').href]}>
        <Door {...room('profile')} />
        <Door {...room('password')} />
        <button type="button" className="door" onClick={logout}>
          {words.logout}
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
      <summary className="door cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        {words.settings}
        <ChevronDown aria-hidden="true" size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-1 grid gap-1 pl-3">{children}</div>
    </details>
  )
}

function Door({ href, count, children }: { href: string; count?: number; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <a href={href} className="door" aria-current={pathname === href ? 'page' : undefined}>
      {children}
      {count !== undefined && <span className="tabular-nums">{count.toLocaleString('en')}</span>}
    </a>
  )
}
