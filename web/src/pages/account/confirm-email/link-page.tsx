import { pages } from '@vitrine/contract/pages'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '#api/api-client.ts'
import { useSession } from '#api/session.ts'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { AppForm } from '#ui/forms/app-form.tsx'
import { toastError } from '#ui/forms/form-errors.ts'

export interface LinkPageTexts {
  title: string
  hint: string
  form: string
  submit: string
  sending: string
}

interface LinkPageProps {
  texts: LinkPageTexts
  act: () => Promise<{ message: string }>
  failed: string
  /** Follows the outcome. */
  children?: ReactNode
}

/** The page of a mailed link: one button, since programs that scan mails open links. */
export function LinkPage({ texts, act, failed, children }: LinkPageProps) {
  const [outcome, setOutcome] = useState<{ message: string }>()
  const [isSending, setIsSending] = useState(false)
  const isSignedIn = useSession() !== null
  /** The outcome is what became of the link; other failures leave the button, so that it can be pressed again. */
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsSending(true)
    try {
      setOutcome(await act())
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setOutcome(error)
      else toastError(error, failed)
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
      {!isSignedIn && <AuthLink href={pages.contributorAuth.href()}>{loginLabel}</AuthLink>}
    </AuthLayout>
  )
}

const loginLabel = 'Back to contributor login'
