import { useQueryClient } from '@tanstack/react-query'
import { cdn } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import { useState } from 'react'
import { apiClient } from '../../call.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { backOfficeKey } from '../../parts/lengths.ts'
import { toastError } from '../../parts/refused.ts'
import { toast } from '../../parts/toasts.ts'
import { useAppContext } from '../../surroundings.ts'
import { messages } from './words.ts'

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
