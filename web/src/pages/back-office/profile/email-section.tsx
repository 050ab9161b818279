import { useQueryClient } from '@tanstack/react-query'
import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { emailChange, emailChangeFields, type Profile } from '@vitrine/contract/calls/accounts/profile'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import MailCheck from 'lucide-react/icons/mail-check'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { OwnPasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { OpenFormButton } from './open-form-button.tsx'

interface EmailSectionProps {
  user: SignedInUser
  profile: Profile
  refetch: () => Promise<unknown>
}

/** The own e-mail address, and the one that waits to be confirmed (requirements: #email-change). */
export function EmailSection({ user, profile: { email, new_email }, refetch }: EmailSectionProps) {
  const [mode, setMode] = useState<'initial view' | 'editing' | 'closed'>('initial view')
  return (
    <section aria-label={messages.emailSection} className="panel px-6 py-7 sm:px-9 sm:py-9">
      <h2 className="heading">{messages.emailSection}</h2>
      <p className="mt-1.5 text-pretty text-soft">{messages.emailHint}</p>
      <p className="wrap-anywhere mt-4 font-semibold">{email}</p>
      <div role="status">{new_email && <PendingEmail email={new_email} refetch={refetch} />}</div>
      {mode === 'editing' ? (
        <EmailForm user={user} onClose={() => setMode('closed')} />
      ) : (
        <div className="mt-5">
          <OpenFormButton hasReturned={mode === 'closed'} onClick={() => setMode('editing')}>
            {messages.changeEmail}
          </OpenFormButton>
        </div>
      )}
    </section>
  )
}

function PendingEmail({ email, refetch }: { email: string; refetch: () => Promise<unknown> }) {
  const { isSending, sendAgain, cancel } = usePendingEmail(refetch)
  return (
    <div className="mt-4 rounded-xl border border-line px-4 py-3.5">
      <p className="wrap-anywhere flex gap-3 text-pretty">
        <MailCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-soft" />
        {messages.emailPending(email)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <button type="button" className="button small" onClick={sendAgain} disabled={isSending}>
          {messages.sendAgain}
        </button>
        <button type="button" className="button small" onClick={cancel} disabled={isSending}>
          {messages.cancelEmail}
        </button>
      </div>
    </div>
  )
}

function usePendingEmail(refetch: () => Promise<unknown>) {
  const call = apiClient(useAppContext().send)
  const [isSending, setIsSending] = useState(false)
  const run = async (reply: Promise<{ message: string }>, failed: string) => {
    setIsSending(true)
    try {
      toast('success', (await reply).message)
    } catch (error) {
      toastError(error, failed)
    }
    // Also after a refusal: the link may have been opened meanwhile.
    await refetch()
    setIsSending(false)
  }
  return {
    isSending,
    sendAgain: () => run(call(emailConfirmation.sendAgain), emailConfirmation.sendAgain.messages.failed),
    cancel: () => run(call(emailChange.cancel), emailChange.cancel.messages.failed),
  }
}

type Fields = CallInput<typeof emailChange.request>['body']

/** Asks for another e-mail address, with the password (requirements: #email-change). */
function EmailForm({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const form = useApiForm<Fields>({
    schema: emailChangeFields,
    focus: 'email',
    failed: emailChange.request.messages.failed,
    async submit(body, { call }) {
      const { message } = await call(emailChange.request, { body })
      await cache.invalidateQueries({ queryKey: profileQuery(send, user).queryKey })
      onClose()
      return message
    },
  })
  return (
    <ApiForm
      form={form}
      label={messages.emailForm}
      submit={messages.submitEmail}
      sending={messages.saving}
      onCancel={onClose}
      className="mt-5 max-w-md gap-5"
    >
      <FormField label={messages.newEmail} type="email" autoComplete="email" {...form.field('email')} />
      <OwnPasswordField user={user} {...form.field('password')} />
    </ApiForm>
  )
}
