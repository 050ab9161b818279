import { backOfficeHref } from '@vitrine/contract/pages'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { SessionMark } from '#api/page-protocol.ts'
import { session, useSession } from '#api/session.ts'
import { validSession } from '#api/session-refresh.ts'
import { Loading } from '#ui/loading.tsx'

interface SignedOutGuardProps {
  /** The page after a sign-in. */
  leadsTo?: 'dashboard' | 'upload'
  children: ReactNode
}

/**
 * A page for people who are not signed in; others are led to their back office, also after a sign-in here or in another
 * tab. The session is validated first, so that an expired one does not lead to the dashboard and from there back home.
 */
export function SignedOutGuard({ leadsTo = 'dashboard', children }: SignedOutGuardProps) {
  const current = useSession()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the session changes, also in another tab
  useEffect(() => {
    let hasLeft = false
    // Read from storage, since useSession is null until hydration.
    if (!session.read()) document.documentElement.dataset.session = 'none' satisfies SessionMark
    void validSession().then((valid) => {
      if (valid && !hasLeft) void navigate(backOfficeHref(valid.user, leadsTo), { replace: true })
    })
    return () => {
      hasLeft = true
    }
  }, [navigate, current, leadsTo])

  return current ? <Loading /> : <div className="signed-out contents">{children}</div>
}
