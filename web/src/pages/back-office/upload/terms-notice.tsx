import { useQuery } from '@tanstack/react-query'
import { terms } from '@vitrine/contract/calls/accounts/profile'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rightsStatement, termsChangesSince } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import Scale from 'lucide-react/icons/scale'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** Says what is new in the terms, once, and asks for agreement; until then uploads are refused. */
export function TermsNotice({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data: profile, refetch } = useQuery(profileQuery(send, user))
  const [isSending, setIsSending] = useState(false)
  const agree = async () => {
    setIsSending(true)
    try {
      const body = { version: rightsStatement.version }
      const { message } = await apiClient(send)(terms.agree, { body })
      toast('success', message)
      await refetch()
    } catch (error) {
      toastError(error, terms.agree.messages.failed)
    }
    setIsSending(false)
  }
  return (
    <div role="status">
      {profile && profile.terms_version < rightsStatement.version && (
        <div className="panel mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 py-4">
          <div className="flex min-w-0 flex-1 basis-72 gap-3">
            <Scale aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-soft" />
            <div className="min-w-0 text-pretty">
              <p className="font-semibold">{messages.newTerms.heading}</p>
              {termsChangesSince(profile.terms_version).map((text) => (
                <p key={text} className="mt-1 max-w-[72ch] text-sm">
                  {text}
                </p>
              ))}
              <p className="mt-1 text-sm">
                <span className="text-soft">{messages.newTerms.hint} </span>
                <a href={pages.terms.href()} className="link" target="_blank" rel="noopener">
                  {messages.newTerms.read}
                </a>
              </p>
            </div>
          </div>
          <button type="button" className="button main small" onClick={() => void agree()} disabled={isSending}>
            {messages.newTerms.agree}
          </button>
        </div>
      )}
    </div>
  )
}
