import { useQueryClient } from '@tanstack/react-query'
import { searchLog } from '@vitrine/contract/calls/visitors/search'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'

/** Whether searches are counted, and the button that changes it. Ending it deletes what was counted, so it asks. */
export function LogSwitch({ user, isOn }: { user: SignedInUser; isOn: boolean }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  const turn = async (has_search_log: boolean) => {
    setIsBusy(true)
    try {
      const { message } = await apiClient(send)(searchLog.configure, { body: { has_search_log } })
      toast('success', message)
      await cache.invalidateQueries({ queryKey: [...backOfficeKey(user), 'search-log'] })
    } catch (error) {
      toastError(error, searchLog.configure.messages.failed)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <p className="max-w-[72ch] text-pretty text-soft">{isOn ? messages.on : messages.off}</p>
      <button
        type="button"
        className={isOn ? 'button small mt-4 text-bad!' : 'button main mt-4'}
        disabled={isBusy}
        onClick={() => (isOn ? setIsConfirming(true) : void turn(true))}
      >
        {isOn ? messages.switchOff : messages.switchOn}
      </button>
      {isConfirming && (
        <Confirm
          question={messages.confirmOff}
          confirmLabel={messages.switchOff}
          isDestructive
          cancelLabel={messages.cancel}
          onConfirm={() => void turn(false)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
