import { auth, loginFields } from '@vitrine/contract/auth'
import type { Call } from '@vitrine/contract/endpoint'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { caller } from '../call.ts'
import { session } from '../session.ts'
import { useSurroundings } from '../surroundings.ts'
import { AppForm } from './app-form.tsx'
import { checkedBy } from './checked-by.ts'
import { deskOf } from './desk-of.ts'
import { FormField } from './form-field.tsx'
import { words } from './login-words.ts'
import { showRefusal } from './refused.ts'
import { toast } from './toasts.ts'

type Fields = Call<typeof auth.login>['body']

/** Signs in and leads to the person's own desk. On the admin's page the messages end with a full stop (spec section 5). */
export function LoginForm({ end = '' }: { end?: '' | '.' }) {
  const { send } = useSurroundings()
  const navigate = useNavigate()
  const { register, handleSubmit, setError, formState } = useForm<Fields>({ resolver: checkedBy(loginFields(end)) })
  const { errors, isSubmitting } = formState

  const login = async (body: Fields) => {
    try {
      const { data } = await caller(send)(auth.login, { body })
      session.keep(data)
      toast('success', auth.login.says.done)
      await navigate(deskOf(data.user))
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
      <FormField
        label={words.password}
        type="password"
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
