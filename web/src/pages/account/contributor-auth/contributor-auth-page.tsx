import { pages } from '@vitrine/contract/pages'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { LoginForm } from '#shells/auth/login-form.tsx'
import { messages as authWords } from '#shells/auth/messages.ts'
import { SignedOutGuard } from '#shells/auth/signed-out-guard.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { dismissToasts } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { RegisterForm } from './register-form.tsx'

const switchButton =
  'min-h-10 cursor-pointer rounded-xl text-soft ' +
  'aria-pressed:bg-raise aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-sm'

/** Login and registration, one at a time (requirements: #contributor-auth). */
export function ContributorAuthPage() {
  const [form, setForm] = useState<'login' | 'register'>('login')
  const [registeredEmail, setRegisteredEmail] = useState<string>()
  const showForm = (name: typeof form) => {
    dismissToasts() // an error of the other form
    setForm(name)
  }
  const [isRegistered, setIsRegistered] = useState(false)
  // At once: the session, which leads away, is stored next.
  const leadToUpload = () => flushSync(() => setIsRegistered(true))
  const showLogin = (email: string) => {
    setRegisteredEmail(email)
    setForm('login')
  }
  return (
    <>
      <PageHead title={messages.title} path={pages.contributorAuth.href()} />
      <SignedOutGuard leadsTo={isRegistered ? 'upload' : 'dashboard'}>
        <AuthLayout heading={messages.headings[form]}>
          <p className="-mt-4 mb-7 text-pretty text-soft">{messages.hints[form]}</p>
          <fieldset className="mb-7 grid grid-cols-2 rounded-2xl bg-paper p-1">
            <legend className="sr-only">{messages.choose}</legend>
            {(['login', 'register'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={form === name}
                onClick={() => showForm(name)}
                className={switchButton}
              >
                {messages[name]}
              </button>
            ))}
          </fieldset>
          {form === 'login' ? (
            <LoginForm email={registeredEmail} />
          ) : (
            <RegisterForm onDone={leadToUpload} onLoginFailed={showLogin} />
          )}
          {form === 'login' && <AuthLink href={pages.forgotPassword.href()}>{authWords.forgot}</AuthLink>}
        </AuthLayout>
      </SignedOutGuard>
    </>
  )
}
