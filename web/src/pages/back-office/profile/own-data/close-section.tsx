import { closeAccountFields, ownData } from '@vitrine/contract/calls/accounts/own-data'
import type { CallInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useId, useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FieldMessage } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { OpenFormButton } from '../open-form-button.tsx'
import { OwnPasswordField } from '../own-password-field.tsx'
import { messages } from './messages.ts'

/** Closing one's own account (requirements: #closing-account). */
export function CloseSection({ user }: { user: SignedInUser }) {
  const [mode, setMode] = useState<'initial view' | 'asking' | 'closed'>('initial view')
  return (
    <section aria-label={messages.close} className="panel px-6 py-7 sm:px-9 sm:py-9">
      <h2 className="heading">{messages.close}</h2>
      <p className="mt-1.5 max-w-[70ch] text-pretty text-soft">{messages.closeHint}</p>
      {mode === 'asking' ? (
        <CloseForm user={user} onCancel={() => setMode('closed')} />
      ) : (
        <div className="mt-5">
          <OpenFormButton hasReturned={mode === 'closed'} onClick={() => setMode('asking')}>
            {messages.startClosing}
          </OpenFormButton>
        </div>
      )}
    </section>
  )
}

type Fields = CallInput<typeof ownData.close>['body']

/** Nothing is chosen beforehand: either choice is for good. */
function CloseForm({ user, onCancel }: { user: SignedInUser; onCancel: () => void }) {
  const { send } = useAppContext()
  const navigate = useNavigate()
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(closeAccountFields),
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('images'), [setFocus])
  const close = async (body: Fields) => {
    try {
      const { message } = await apiClient(send)(ownData.close, { body })
      session.clear()
      toast('success', message)
      void navigate(pages.home.href())
    } catch (error) {
      showFormError(error, setError, ownData.close.messages.failed)
    }
  }
  return (
    <AppForm
      aria-label={messages.closeForm}
      onSubmit={handleSubmit(close)}
      onInput={() => clearErrors('root')}
      className="mt-5 grid max-w-md gap-5"
    >
      <ImageChoice field={register('images')} message={errors.images?.message} />
      <OwnPasswordField user={user} field={register('password')} message={errors.password?.message} />
      <p>
        <a className="link" href={pages.privacy.href()} target="_blank" rel="noopener">
          {messages.keptHint}
        </a>
      </p>
      <FormAnswer failed={errors.root?.message} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className="button main danger" disabled={isSubmitting}>
          {isSubmitting ? messages.closing : messages.submitClose}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {messages.cancel}
        </button>
      </div>
    </AppForm>
  )
}

function ImageChoice({ field, message }: { field: UseFormRegisterReturn; message: string | undefined }) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-message`} className="grid gap-2">
      <legend className="mb-1 font-[580]">{messages.images}</legend>
      {(['stay', 'leave'] as const).map((choice) => (
        <div key={choice}>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              value={choice}
              aria-describedby={`${id}-${choice}`}
              className="size-5 shrink-0 cursor-pointer"
              {...field}
            />
            {messages[choice]}
          </label>
          <p id={`${id}-${choice}`} className="max-w-[60ch] text-pretty pl-8 text-soft text-sm">
            {messages[`${choice}Hint`]}
          </p>
        </div>
      ))}
      <FieldMessage id={`${id}-message`} message={message} />
    </fieldset>
  )
}
