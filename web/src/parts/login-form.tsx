import { auth, loginFields } from '@vitrine/contract/auth'
import type { CallInput } from '@vitrine/contract/endpoint'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '../call.ts'
import { session } from '../session.ts'
import { useAppContext } from '../surroundings.ts'
import { AppForm } from './app-form.tsx'
import { zodResolver } from './checked-by.ts'
import { FormField } from './form-field.tsx'
import { messages } from './login-words.ts'
import { PasswordField } from './password-field.tsx'
import { showFormError } from './refused.ts'
import { toast } from './toasts.ts'

type LoginFields = CallInput<typeof auth.login>['body']

interface LoginFormProps {
  /** On the admin's page the messages end with a full stop (requirements: #login-fields). */
  end?: '' | '.'
  /** Whoever has just registered need not say it again. */
  email?: string
}

/** Signs in; the page around it leads on (signed-out.tsx). */
export function LoginForm({ end = '', email }: LoginFormProps) {
  const { send } = useAppContext()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<LoginFields>({
    resolver: zodResolver(loginFields(end)),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState
  useEffect(() => {
    if (email) setFocus('password')
  }, [email, setFocus])

  const login = async (body: LoginFields) => {
    try {
      const { data } = await apiClient(send)(auth.login, { body })
      session.store(data)
      toast('success', auth.login.messages.done)
    } catch (error) {
      showFormError(error, setError, auth.login.messages.failed)
    }
  }

  return (
    <AppForm aria-label={messages.form} onSubmit={handleSubmit(login)} className="grid gap-5">
      <FormField
        label={messages.email}
        type="email"
        autoComplete="username"
        message={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={messages.password}
        autoComplete="current-password"
        message={errors.password?.message}
        {...register('password')}
      />
      <button type="submit" className="button main" disabled={isSubmitting}>
        {isSubmitting ? messages.sending : messages.submit}
      </button>
    </AppForm>
  )
}
