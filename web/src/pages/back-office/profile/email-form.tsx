import { useQueryClient } from '@tanstack/react-query'
import { emailChange, emailChangeFields } from '@vitrine/contract/calls/accounts/email-change'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { OwnPasswordField } from './own-password-field.tsx'

type Fields = CallInput<typeof emailChange.request>['body']

/** Asks for another e-mail address, with the password (requirements: #email-change). */
export function EmailForm({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(emailChangeFields),
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('email'), [setFocus])
  const change = async (body: Fields) => {
    try {
      const { message } = await apiClient(send)(emailChange.request, { body })
      toast('success', message)
      await cache.invalidateQueries({ queryKey: profileQuery(send, user).queryKey })
      onClose()
    } catch (error) {
      showFormError(error, setError, emailChange.request.messages.failed)
    }
  }
  return (
    <AppForm
      aria-label={messages.emailForm}
      onSubmit={handleSubmit(change)}
      onInput={() => clearErrors('root')}
      className="mt-5 grid max-w-md gap-5"
    >
      <FormField
        label={messages.newEmail}
        type="email"
        autoComplete="email"
        message={errors.email?.message}
        {...register('email')}
      />
      <OwnPasswordField user={user} field={register('password')} message={errors.password?.message} />
      <FormAnswer failed={errors.root?.message} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isSubmitting ? messages.saving : messages.submitEmail}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {messages.cancel}
        </button>
      </div>
    </AppForm>
  )
}
