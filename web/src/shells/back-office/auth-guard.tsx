import { useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { type ReactNode, useEffect, useState } from 'react'
import { type NavigateFunction, useNavigate, useParams } from 'react-router'
import { session, sessionEnd, useSession } from '#api/session.ts'
import { LoginForm } from '#shells/auth/sign-in.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { Loading } from '#ui/loading.tsx'
import { toast } from '#ui/toasts/toast.ts'

const blockedMessage =
  'An admin has blocked your account, so you are signed out. If that is a mistake, write to us here.'

/** To the page with the form by which a blocked person can write to us; anyone else home. */
function leave(navigate: NavigateFunction, who: 'elsewhere' | 'signed out' | 'visitor') {
  const isBlocked = sessionEnd.read() === 'blocked'
  sessionEnd.clear()
  void navigate(isBlocked ? pages.contact.href() : pages.home.href(), { replace: true })
  if (isBlocked) toast('error', blockedMessage)
  else if (who !== 'elsewhere') toast('info', who === 'visitor' ? 'Please sign in.' : 'You have been signed out.')
}

interface AuthGuardProps {
  role: Role
  /** The page's title, also while the session is unknown. */
  title: string
  children: (user: SignedInUser) => ReactNode
}

/**
 * Shows a page to the person of its address only, or leads home (requirements: #guards); where the server ended the
 * session, it stays under a form to sign in again (requirements: #session-pause). The server enforces access.
 */
export function AuthGuard({ role, title, children }: AuthGuardProps) {
  const { username } = useParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const current = useSession()
  const isAllowed = current?.user.role === role && current.user.username === username
  /** The person whose page it was. */
  const [known, setKnown] = useState<SignedInUser>()
  if (isAllowed && known?.username !== username) setKnown(current.user)
  const isPaused = !current && known?.username === username && sessionEnd.read() === 'over'

  useEffect(() => {
    // Read from storage, since useSession is null until hydration.
    const user = session.read()?.user
    if (isPaused || isAllowed || (user?.role === role && user.username === username)) return
    // What the person was told does not outlive the session in the memory of the tab.
    cache.removeQueries({ type: 'inactive' })
    leave(navigate, user ? 'elsewhere' : known ? 'signed out' : 'visitor')
  }, [cache, isAllowed, isPaused, known, navigate, role, username])

  const user = isAllowed ? current.user : isPaused ? known : null
  return (
    <>
      <PageHead title={title} />
      {user ? children(user) : <Loading />}
      {user && isPaused && <SignInSheet onLeave={() => leave(navigate, 'signed out')} />}
    </>
  )
}

/** Lies over a page whose session is over; signing in again goes on with it. */
function SignInSheet({ onLeave }: { onLeave: () => void }) {
  const cache = useQueryClient()
  useEffect(() => {
    // What was refused meanwhile is asked again once the sheet is gone.
    return () => void cache.invalidateQueries()
  }, [cache])
  return (
    <Dialog title="Your session has ended" onClose={onLeave}>
      <p className="mt-2 mb-6 text-pretty text-soft">Sign in to go on. What you were working on is as you left it.</p>
      <LoginForm />
    </Dialog>
  )
}
