import { auth, loginFields } from '@vitrine/contract/calls/accounts/auth'
import { backOfficeHref } from '@vitrine/contract/pages'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useAppContext } from '#api/app-context.ts'
import type { SessionMark } from '#api/page-protocol.ts'
import { session, useSession } from '#api/session.ts'
import { validSession } from '#api/session-refresh.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { Loading } from '#ui/loading.tsx'

const texts = { form: 'Login Form', submit: 'Log in', sending: 'Logging in...' }

interface LoginFormProps {
  /** On the admin's page the messages end with a full stop (requirements: #login-fields). */
  end?: '' | '.'
  /** Filled in for a person who has just registered. */
  email?: string
}

/** Signs in; SignedOutGuard around it then leads to the dashboard. */
export function LoginForm({ end = '', email }: LoginFormProps) {
  const { site } = useAppContext()
  const form = useApiForm({
    endpoint: auth.login,
    schema: loginFields(site.password_max_length, end),
    values: { email },
    focus: email ? 'password' : undefined,
    done: email ? 'Your account is open. Log in with your new password.' : undefined,
    onDone: ({ data }) => session.store(data),
  })
  return (
    <ApiForm form={form} texts={texts} submitClass="w-full" className="gap-5">
      <FormField label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
    </ApiForm>
  )
}

interface SignedOutGuardProps {
  /** The page after a sign-in. */
  leadsTo?: 'dashboard' | 'upload'
  children: ReactNode
}

/** The session is validated first, so that an expired one does not lead to the dashboard and from there back home. */
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
