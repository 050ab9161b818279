import { pages } from '@vitrine/contract/pages'
import { useState } from 'react'
import { AuthLayout, AuthLink } from '../../parts/auth-page.tsx'
import { messages as authWords } from '../../parts/auth-words.ts'
import { LoginForm } from '../../parts/login-form.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SignedOutGuard } from '../../parts/signed-out.tsx'
import { RegisterForm } from './register-form.tsx'
import { messages } from './words.ts'

/** Login and registration, one at a time (requirements: #contributor-auth). */
export function ContributorAuthPage() {
  const [form, choose] = useState<'login' | 'register'>('login')
  const [registered, register] = useState<string>()
  const toLogin = (email: string) => {
    register(email)
    choose('login')
  }
  return (
    <>
      <PageHead title={messages.title} path={pages.contributorAuth.href()} />
      <SignedOutGuard>
        <AuthLayout heading={messages[form]}>
          <fieldset className="mb-7 grid grid-cols-2 rounded-2xl bg-paper p-1">
            <legend className="sr-only">{messages.choose}</legend>
            {(['login', 'register'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={form === name}
                onClick={() => choose(name)}
                className="min-h-10 cursor-pointer rounded-xl text-soft aria-pressed:bg-raise aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-sm"
              >
                {messages[name]}
              </button>
            ))}
          </fieldset>
          {form === 'login' ? <LoginForm email={registered} /> : <RegisterForm onDone={toLogin} />}
          {form === 'login' && <AuthLink href={pages.forgotPassword.href()}>{authWords.forgot}</AuthLink>}
        </AuthLayout>
      </SignedOutGuard>
    </>
  )
}
