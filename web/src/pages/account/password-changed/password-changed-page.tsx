import { pages } from '@vitrine/contract/pages'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { AuthLayout } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'

const messages = {
  set: {
    title: 'Your password is set',
    hint: 'Every device that was signed in with the old one has been signed out. Log in with the new one.',
  },
  /** For anybody else who opens the address. */
  unknown: {
    title: 'A new password',
    hint: 'Once you have set one, every device that was signed in with the old one is signed out.',
  },
}

/** State of the navigation to this page, without which it confirms nothing. */
export const passwordIsSet = { isPasswordSet: true }

/** Confirms a password reset to the person who has just made one (requirements: #password-changed). */
export function PasswordChangedPage() {
  const { state } = useLocation()
  // The server does not know the state, so it is read after hydration.
  const isSet = useSyncExternalStore(
    neverChanges,
    () => state?.isPasswordSet === true,
    () => false,
  )
  const { title, hint } = isSet ? messages.set : messages.unknown
  return (
    <AuthLayout heading={title}>
      <PageHead title={title} />
      <p className="mb-7 text-soft">{hint}</p>
      <a className="button main" href={pages.contributorAuth.href()}>
        Back to contributor login
      </a>
    </AuthLayout>
  )
}

const neverChanges = () => () => {}
