import { auth, loginFields } from '@vitrine/contract/calls/accounts/auth'
import type { CallInput } from '@vitrine/contract/endpoint'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

type LoginFields = CallInput<typeof auth.login>['body']

interface LoginFormProps {
  /** On the admin's page the messages end with a full stop (requirements: #login-fields). */
  end?: '' | '.'
  /** Filled in for a person who has just registered. */
  email?: string
}

/** Signs in; SignedOutGuard around it then leads to the dashboard. */
export function LoginForm({ end = '', email }: LoginFormProps) {
  const { send } = useAppContext()
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<LoginFields>({
    resolver: zodResolver(loginFields(end)),
    defaultValues: { email },
  })
  const { errors, isSubmitting } = formState
  const [isNew, setIsNew] = useState(Boolean(email))
  useEffect(() => {
    if (email) setFocus('password')
  }, [email, setFocus])

  const clearAnswer = () => {
    setIsNew(false)
    clearErrors('root')
  }
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
    <AppForm
      aria-label={messages.login.form}
      onSubmit={handleSubmit(login)}
      onInput={clearAnswer}
      className="grid gap-5"
    >
      <FormField
        label={messages.login.email}
        type="email"
        autoComplete="username"
        message={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label={messages.login.password}
        autoComplete="current-password"
        message={errors.password?.message}
        {...register('password')}
      />
      <FormAnswer failed={errors.root?.message} done={isNew ? messages.login.registered : undefined} />
      <button type="submit" className="button main" disabled={isSubmitting}>
        {isSubmitting ? messages.login.sending : messages.login.submit}
      </button>
    </AppForm>
  )
}
