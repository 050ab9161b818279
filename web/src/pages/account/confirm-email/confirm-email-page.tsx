import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useSession } from '#api/session.ts'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { AppForm } from '#ui/forms/app-form.tsx'
import { toastError } from '#ui/forms/form-errors.ts'

/** Texts of the page that confirms an e-mail address; its outcomes are in the contract. */
const messages = {
  title: 'Confirm your address',
  hint: 'Press the button to confirm that this e-mail address is yours.',
  form: 'Confirm E-mail Form',
  submit: 'Confirm my address',
  sending: 'Confirming...',
  upload: 'Upload images',
  login: 'Back to contributor login',
}

/** Confirms an e-mail address by a button, since mail scanners open links (requirements: #email-confirmation). */
export function ConfirmEmailPage() {
  const { outcome, isSending, confirm } = useConfirmation()
  const user = useSession()?.user
  return (
    <AuthLayout heading={messages.title}>
      <PageHead title={messages.title} />
      <p role="status" className={outcome ? 'mb-6 text-pretty' : undefined}>
        {outcome?.message}
      </p>
      {!outcome && (
        <AppForm aria-label={messages.form} onSubmit={confirm} className="grid gap-6">
          <p className="text-pretty text-soft">{messages.hint}</p>
          <button type="submit" className="button main" disabled={isSending}>
            {isSending ? messages.sending : messages.submit}
          </button>
        </AppForm>
      )}
      {outcome && user && (
        <a className="button main" href={backOfficeHref(user, 'upload')}>
          {messages.upload}
        </a>
      )}
      {!user && <AuthLink href={pages.contributorAuth.href()}>{messages.login}</AuthLink>}
    </AuthLayout>
  )
}

/** The outcome is what became of the link; other failures leave the button, so that it can be pressed again. */
function useConfirmation() {
  const { send } = useAppContext()
  const { uidb64 = '', token = '' } = useParams()
  const [outcome, setOutcome] = useState<{ message: string }>()
  const [isSending, setIsSending] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    try {
      setOutcome(await apiClient(send)(emailConfirmation.confirm, { params: { uidb64, token } }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setOutcome(error)
      else toastError(error, emailConfirmation.confirm.messages.failed)
    }
    setIsSending(false)
  }
  return { outcome, isSending, confirm }
}
