import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { mailPreferences } from '@vitrine/contract/calls/accounts/profile'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '#api/api-client.ts'
import { useApi } from '#api/app-context.ts'
import { useSession } from '#api/session.ts'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { AppForm } from '#ui/forms/api-form.tsx'
import { toastError } from '#ui/forms/form-errors.ts'

const messages = {
  confirm: {
    title: 'Confirm your address',
    hint: 'Press the button to confirm that this e-mail address is yours.',
    form: 'Confirm E-mail Form',
    submit: 'Confirm my address',
    sending: 'Confirming...',
  },
  stop: {
    title: 'Stop the mails',
    hint: 'Press the button, and we mail you no more about decisions. Your profile turns it on again.',
    form: 'Stop Mails Form',
    submit: 'Stop the mails',
    sending: 'Stopping...',
  },
}

/** Confirms an e-mail address (requirements: #email-confirmation). */
export function ConfirmEmailPage() {
  const user = useSession()?.user
  return (
    <LinkPage texts={messages.confirm} endpoint={emailConfirmation.confirm}>
      {user && (
        <a className="button main" href={backOfficeHref(user, 'upload')}>
          Upload images
        </a>
      )}
    </LinkPage>
  )
}

/** "Unsubscribe" of a mail, in a browser (RFC 2369) (requirements: #decision-mails). */
export const StopMailsPage = () => <LinkPage texts={messages.stop} endpoint={mailPreferences.unsubscribe} />

interface LinkPageProps {
  texts: typeof messages.stop
  endpoint: typeof emailConfirmation.confirm | typeof mailPreferences.unsubscribe
  /** Follows the outcome. */
  children?: ReactNode
}

/** The page of a mailed link: one button, since programs that scan mails open links. */
function LinkPage({ texts, endpoint, children }: LinkPageProps) {
  const call = useApi()
  const { uidb64 = '', token = '' } = useParams()
  const [outcome, setOutcome] = useState<{ message: string }>()
  const [isSending, setIsSending] = useState(false)
  const isSignedIn = useSession() !== null
  /** The outcome is what became of the link; other failures leave the button, so that it can be pressed again. */
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    try {
      setOutcome(await call(endpoint, { params: { uidb64, token } }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setOutcome(error)
      else toastError(error, endpoint.messages.failed)
    }
    setIsSending(false)
  }
  return (
    <AuthLayout heading={texts.title}>
      <PageHead title={texts.title} />
      <p role="status" className={outcome ? 'mb-6 text-pretty' : undefined}>
        {outcome?.message}
      </p>
      {!outcome && (
        <AppForm aria-label={texts.form} onSubmit={submit} className="grid gap-6">
          <p className="text-pretty text-soft">{texts.hint}</p>
          <button type="submit" className="button main" disabled={isSending}>
            {isSending ? texts.sending : texts.submit}
          </button>
        </AppForm>
      )}
      {outcome && children}
      {!isSignedIn && <AuthLink href={pages.contributorAuth.href()}>Back to contributor login</AuthLink>}
    </AuthLayout>
  )
}
