import { auth, registerFields } from '@vitrine/contract/calls/accounts/auth'
import { passwordLength } from '@vitrine/contract/fields'
import { pages } from '@vitrine/contract/pages'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { LoginForm, SignedOutGuard } from '#shells/auth/sign-in.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FieldMessage, FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { dismissToasts } from '#ui/toasts/toast.ts'

/** Messages of the contributors' sign-in page (requirements: #contributor-auth); field messages are in the contract. */
const messages = {
  headings: { login: 'Welcome back', register: 'Share your cut-outs' },
  hints: {
    login: 'Log in to upload pictures and to see how often they are downloaded.',
    register:
      'Put your work where designers, developers and teachers look for it. It stays yours, and your name stands ' +
      'beside every picture.',
  },
  login: 'Login',
  register: 'Register',
  form: 'Register Form',
  usernameHint: 'It stands in your address: letters, digits, dot, hyphen, underscore.',
  passwordHint: (max: number) => `${passwordLength.min} to ${max} characters`,
  submit: 'Open account',
  sending: 'Opening...',
}

const switchButton =
  'min-h-10 cursor-pointer rounded-xl text-soft ' +
  'aria-pressed:bg-raise aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:[box-shadow:0_1px_3px_#0003]'

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
      <PageHead title="Contributor login" path={pages.contributorAuth.href()} />
      <SignedOutGuard leadsTo={isRegistered ? 'upload' : 'dashboard'}>
        <AuthLayout heading={messages.headings[form]}>
          <p className="-mt-4 mb-7 text-pretty text-soft">{messages.hints[form]}</p>
          <fieldset className="mb-7 grid grid-cols-2 rounded-2xl bg-paper p-1">
            <legend className="sr-only">Login or register</legend>
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
          {form === 'login' && <AuthLink href={pages.forgotPassword.href()}>Forgot Password</AuthLink>}
        </AuthLayout>
      </SignedOutGuard>
    </>
  )
}

interface RegisterFormProps {
  /** Called before the person is signed in. */
  onDone: () => void
  /** Called where they have to sign in by hand. */
  onLoginFailed: (email: string) => void
}

/** Opens an account and signs in with what was typed (requirements: #contributor-auth). */
function RegisterForm({ onDone, onLoginFailed }: RegisterFormProps) {
  const { password_max_length } = useAppContext().site
  const form = useApiForm({
    endpoint: auth.register,
    schema: registerFields(password_max_length),
    async onDone(_, { fields: { email, password }, call }) {
      try {
        const { data } = await call(auth.login, { body: { email, password } })
        onDone()
        session.store(data)
      } catch {
        onLoginFailed(email)
      }
    },
  })
  const { message: termsError, ...terms } = form.field('terms_accepted')
  return (
    <ApiForm form={form} texts={messages} submitClass="w-full" className="gap-5">
      {fields.map(({ name, ...field }) => (
        <FormField key={name} {...field} {...form.field(name)} />
      ))}
      <PasswordField
        label="Password"
        hint={messages.passwordHint(password_max_length)}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirm_password')} />
      <div className="grid gap-1.5">
        <label className="flex min-h-6 items-center gap-3">
          <input
            type="checkbox"
            className="size-5"
            aria-invalid={Boolean(termsError)}
            aria-describedby="terms-message"
            {...terms}
          />
          <span>
            {'I accept the '}
            <a className="link" href={pages.terms.href()} target="_blank" rel="noopener">
              terms and conditions
            </a>
          </span>
        </label>
        <FieldMessage id="terms-message" message={termsError} />
      </div>
    </ApiForm>
  )
}

const fields = [
  { name: 'username', label: 'Username', autoComplete: 'nickname', title: messages.usernameHint },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'number', label: 'Phone number', type: 'tel', autoComplete: 'tel' },
] as const
