import type { Call } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { forgotFields, passwords } from '@vitrine/contract/passwords'
import { useForm } from 'react-hook-form'
import { caller } from '../../call.ts'
import { AppForm } from '../../parts/app-form.tsx'
import { AuthLink, AuthPage } from '../../parts/auth-page.tsx'
import { checkedBy } from '../../parts/checked-by.ts'
import { FormField } from '../../parts/form-field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showRefusal } from '../../parts/refused.ts'
import { toast } from '../../parts/toasts.ts'
import { useSurroundings } from '../../surroundings.ts'
import { words } from './words.ts'

type Fields = Call<typeof passwords.forgot>['body']

/** Asks for a link by mail. The answer is the same without such an account (requirements: #forgot-password). */
export function ForgotPasswordPage() {
  const { send } = useSurroundings()
  const { register, handleSubmit, setError, formState } = useForm<Fields>({ resolver: checkedBy(forgotFields) })
  const { errors, isSubmitting } = formState

  const ask = async (body: Fields) => {
    try {
      await caller(send)(passwords.forgot, { body })
      toast('success', passwords.forgot.says.done)
    } catch (error) {
      showRefusal(error, setError, passwords.forgot.says.failed)
    }
  }

  return (
    <AuthPage heading={words.title}>
      <PageHead title={words.title} />
      <p className="mb-6 text-soft">{words.hint}</p>
      <AppForm aria-label={words.form} onSubmit={handleSubmit(ask)} className="grid gap-5">
        <FormField
          label={words.email}
          type="email"
          autoComplete="username"
          message={errors.email?.message}
          {...register('email')}
        />
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isSubmitting ? words.sending : words.submit}
        </button>
      </AppForm>
      <AuthLink href={pages.contributorAuth.href()}>{words.login}</AuthLink>
    </AuthPage>
  )
}
