import { useQueryClient } from '@tanstack/react-query'
import { cdn } from '@vitrine/contract/calls/back-office/cdn'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** Deletes the CDN configuration after a confirmation. */
export function StopUsingCdn({ user, onStopped }: { user: SignedInUser; onStopped: () => void }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)

  const stop = async () => {
    try {
      await apiClient(send)(cdn.takeAway)
      toast('success', cdn.takeAway.messages.done)
      // Image URLs have changed, and the configuration is empty.
      await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      onStopped()
    } catch (error) {
      toastError(error, cdn.takeAway.messages.failed)
    }
  }

  return (
    <>
      <button type="button" className="button small justify-self-start text-bad!" onClick={() => setIsConfirming(true)}>
        {messages.stopUsing}
      </button>
      {isConfirming && (
        <Confirm
          question={messages.confirmStopUsing}
          confirmLabel={messages.stopUsing}
          cancelLabel={messages.cancel}
          onConfirm={() => void stop()}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
