import { auth, loginFields } from '@vitrine/contract/auth'
import type { Call } from '@vitrine/contract/endpoint'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { caller } from '../call.ts'
import { session } from '../session.ts'
import { useSurroundings } from '../surroundings.ts'
import { AppForm } from './app-form.tsx'
import { checkedBy } from './checked-by.ts'
import { FormField } from './form-field.tsx'
import { words } from './login-words.ts'
import { PasswordField } from './password-field.tsx'
import { showRefusal } from './refused.ts'
import { toast } from './toasts.ts'

type Fields = Call<typeof auth.login>['body']

interface Login {
  /** On the admin's page the messages end with a full stop (requirements: #login-fields). */
  end?: '' | '.'
  /** Whoever has just registered need not say it again. */
  email?: string
}

/** Signs in; the page around it leads on (signed-out.tsx). */
export function LoginForm({ end = '', email }: Login) {
  const { send } = useSurroundings()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({
    resolver: checkedBy(loginFields(end)),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (email) setFocus('password')
  }, [email, setFocus])

  const login = async (body: Fields) => {
    try {
      const { data } = await caller(send)(auth.login, { body })
      session.keep(data)
      toast('success', auth.login.says.done)
    } catch (error) {
      showRefusal(error, setError, auth.login.says.failed)
    }
  }

  return (
    <AppForm aria-label={words.form} onSubmit={handleSubmit(login)} className="grid gap-5">
      <FormField
        label={words.email}
        type="email"
        autoComplete="username"
        message={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        message={errors.password?.message}
        {...register('password')}
      />
      <button type="submit" className="button main" disabled={isSubmitting}>
        {isSubmitting ? words.sending : words.submit}
      </button>
    </AppForm>
  )
}
