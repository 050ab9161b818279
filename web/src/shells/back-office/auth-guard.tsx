import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import { session, useSession } from '#api/session.ts'
import { PageHead } from '#shells/page-head.tsx'
import { Loading } from '#ui/loading.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

interface AuthGuardProps {
  role: Role
  /** The page's, also while it is not known who reads it. */
  title: string
  children: (user: SignedInUser) => ReactNode
}

/**
 * For the person of the address alone: not signed in, in another role or somebody else, and one is led home
 * (requirements: #guards). Until that is known, 'Loading...'. The server decides what may be seen; this only
 * spares a dead end.
 */
export function AuthGuard({ role, title, children }: AuthGuardProps) {
  const { username } = useParams()
  const navigate = useNavigate()
  const signed = useSession()
  const allowed = signed?.user.role === role && signed.user.username === username
  const wasIn = useRef(false)

  useEffect(() => {
    // Asked anew: while the page comes alive nobody is signed in as far as rendering knows.
    const user = session.read()?.user
    const isIn = allowed || (user?.role === role && user.username === username)
    if (!isIn) void navigate(pages.home.href(), { replace: true })
    if (!user && wasIn.current) toast('info', messages.signedOut)
    wasIn.current = isIn
  }, [allowed, navigate, role, username])

  return (
    <>
      <PageHead title={title} />
      {allowed ? children(signed.user) : <Loading />}
    </>
  )
}
