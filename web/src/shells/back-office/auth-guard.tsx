import { useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type ReactNode, useEffect, useRef } from 'react'
import { type NavigateFunction, useNavigate, useParams } from 'react-router'
import { session, takeBlock, useSession } from '#api/session.ts'
import { PageHead } from '#shells/page-head.tsx'
import { Loading } from '#ui/loading.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** To the page with the form by which a blocked person can write to us; anyone else home. */
function leave(navigate: NavigateFunction, who: 'elsewhere' | 'signed out' | 'visitor') {
  const isBlocked = takeBlock()
  void navigate(isBlocked ? pages.contact.href() : pages.home.href(), { replace: true })
  if (isBlocked) toast('error', messages.blocked)
  else if (who !== 'elsewhere') toast('info', who === 'visitor' ? messages.signIn : messages.signedOut)
}

interface AuthGuardProps {
  role: Role
  /** The page's title, also while the session is unknown. */
  title: string
  children: (user: SignedInUser) => ReactNode
}

/**
 * Shows a back-office page to the person of its address only; without a session, in another role or under another
 * username, it leads home (requirements: #guards). The server enforces access; this only avoids pages that could load
 * nothing.
 */
export function AuthGuard({ role, title, children }: AuthGuardProps) {
  const { username } = useParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const current = useSession()
  const isAllowed = current?.user.role === role && current.user.username === username
  const wasIn = useRef(false)

  useEffect(() => {
    // Read from storage, since useSession is null until hydration.
    const user = session.read()?.user
    const isIn = isAllowed || (user?.role === role && user.username === username)
    if (!isIn) {
      // What the person was told does not outlive the session in the memory of the tab.
      cache.removeQueries({ type: 'inactive' })
      leave(navigate, user ? 'elsewhere' : wasIn.current ? 'signed out' : 'visitor')
    }
    wasIn.current = isIn
  }, [cache, isAllowed, navigate, role, username])

  return (
    <>
      <PageHead title={title} />
      {isAllowed ? children(current.user) : <Loading />}
    </>
  )
}
