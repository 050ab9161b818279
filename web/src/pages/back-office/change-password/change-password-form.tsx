import { useQueryClient } from '@tanstack/react-query'
import { changePasswordFields, passwords } from '@vitrine/contract/calls/accounts/passwords'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { sessionsQuery } from './sessions-query.ts'

type Fields = CallInput<typeof passwords.change>['body']

/** Changes the own password, which ends all other sessions (requirements: #change-password). */
export function ChangePasswordForm({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const { register, handleSubmit, reset, setError, clearErrors, formState } = useForm<Fields>({
    resolver: zodResolver(changePasswordFields),
  })
  const { errors, isSubmitting } = formState
  const [done, setDone] = useState<string>()

  const clearAnswer = () => {
    setDone(undefined)
    clearErrors('root')
  }
  const change = async (body: Fields) => {
    try {
      await apiClient(send)(passwords.change, { body })
      reset()
      toast('success', passwords.change.messages.done)
      setDone(passwords.change.messages.done)
      await cache.invalidateQueries({ queryKey: sessionsQuery(user, send).queryKey })
    } catch (error) {
      showFormError(error, setError, passwords.change.messages.failed)
    }
  }

  return (
    <AppForm
      aria-label={messages.form}
      onSubmit={handleSubmit(change)}
      onInput={clearAnswer}
      className="grid max-w-md gap-5"
    >
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {fields.map(({ name, label, autoComplete }) => (
        <PasswordField
          key={name}
          label={label}
          autoComplete={autoComplete}
          message={errors[name]?.message}
          {...register(name)}
        />
      ))}
      <FormAnswer failed={errors.root?.message} done={done} />
      <button type="submit" className="button main mt-1 justify-self-start" disabled={isSubmitting}>
        {isSubmitting ? messages.sending : messages.submit}
      </button>
    </AppForm>
  )
}

const fields = [
  { name: 'old_password', label: messages.old, autoComplete: 'current-password' },
  { name: 'new_password', label: messages.password, autoComplete: 'new-password' },
  { name: 'confirm_password', label: messages.confirm, autoComplete: 'new-password' },
] as const
