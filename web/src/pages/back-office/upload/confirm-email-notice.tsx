import { useQuery } from '@tanstack/react-query'
import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { emailNotConfirmedMessage } from '@vitrine/contract/errors'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import MailCheck from 'lucide-react/icons/mail-check'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** Says beforehand that an upload would be refused, until the address is confirmed, in another tab for example. */
export function ConfirmEmailNotice({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data: profile, refetch } = useQuery({
    ...profileQuery(send, user),
    refetchOnWindowFocus: ({ state }) => (state.data?.must_confirm_email ? 'always' : false),
  })
  const { isSending, sendAgain } = useSendAgain(refetch)
  return (
    <div role="status">
      {profile?.must_confirm_email && (
        <div className="panel mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 py-4">
          <div className="flex min-w-0 flex-1 basis-72 gap-3">
            <MailCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-soft" />
            <div className="wrap-anywhere min-w-0 text-pretty">
              <p className="font-semibold">{emailNotConfirmedMessage(profile.new_email ?? profile.email)}</p>
              <p className="mt-1 text-soft text-sm">{messages.confirmEmail.hint}</p>
            </div>
          </div>
          <button type="button" className="button small" onClick={sendAgain} disabled={isSending}>
            {isSending ? messages.confirmEmail.sending : messages.confirmEmail.sendAgain}
          </button>
        </div>
      )}
    </div>
  )
}

function useSendAgain(refetch: () => Promise<unknown>) {
  const { send } = useAppContext()
  const [isSending, setIsSending] = useState(false)
  const sendAgain = async () => {
    setIsSending(true)
    try {
      const { message } = await apiClient(send)(emailConfirmation.sendAgain)
      toast('success', message)
      await refetch()
    } catch (error) {
      toastError(error, emailConfirmation.sendAgain.messages.failed)
    }
    setIsSending(false)
  }
  return { isSending, sendAgain }
}
