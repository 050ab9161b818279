import { useQueryClient } from '@tanstack/react-query'
import { cdn } from '@vitrine/contract/calls/cdn'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** Takes the configuration away. */
export function StopUsingCdn({ user, onLeft }: { user: SignedInUser; onLeft: () => void }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [asked, ask] = useState(false)

  const leave = async () => {
    try {
      await apiClient(send)(cdn.takeAway)
      toast('success', cdn.takeAway.messages.done)
      // Pictures have other addresses now, and the configuration is empty.
      await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      onLeft()
    } catch (error) {
      toastError(error, cdn.takeAway.messages.failed)
    }
  }

  return (
    <>
      <button type="button" className="button small justify-self-start text-bad!" onClick={() => ask(true)}>
        {messages.stopUsing}
      </button>
      {asked && (
        <Confirm
          question={messages.confirmStopUsing}
          confirmLabel={messages.stopUsing}
          cancelLabel={messages.cancel}
          onConfirm={() => void leave()}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
