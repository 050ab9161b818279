import { backOfficeHref } from '@vitrine/contract/pages'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { validSession } from '#api/fetch-transport.ts'
import { session, useSession } from '#api/session.ts'
import { Loading } from '#ui/loading.tsx'

/**
 * A page for signing in, for people who are not: others are led on to their desk, as is whoever signs in here or in another
 * tab. A session that has ended meanwhile is found out first, so that nobody is led from here to the desk and from there home.
 */
export function SignedOutGuard({ children }: { children: ReactNode }) {
  const signed = useSession()
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the session changes, also in another tab
  useEffect(() => {
    let left = false
    // Asked anew: while the page comes alive nobody is signed in as far as rendering knows.
    if (!session.read()) document.documentElement.dataset.session = 'none'
    void validSession().then((one) => {
      if (one && !left) void navigate(backOfficeHref(one.user, 'dashboard'), { replace: true })
    })
    return () => {
      left = true
    }
  }, [navigate, signed])

  return signed ? <Loading /> : <div className="signed-out contents">{children}</div>
}
