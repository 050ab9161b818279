import { useQueryClient } from '@tanstack/react-query'
import { hosting } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import { useState } from 'react'
import { caller } from '../../call.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { officeKey } from '../../parts/lengths.ts'
import { toastRefusal } from '../../parts/refused.ts'
import { toast } from '../../parts/toasts.ts'
import { useSurroundings } from '../../surroundings.ts'
import { words } from './words.ts'

/** Takes the configuration away. */
export function Leave({ user, onLeft }: { user: SignedInUser; onLeft: () => void }) {
  const { send } = useSurroundings()
  const cache = useQueryClient()
  const [asked, ask] = useState(false)

  const leave = async () => {
    try {
      await caller(send)(hosting.takeAway)
      toast('success', hosting.takeAway.says.done)
      // Pictures have other addresses now, and the configuration is empty.
      await cache.invalidateQueries({ queryKey: officeKey(user) })
      onLeft()
    } catch (error) {
      toastRefusal(error, hosting.takeAway.says.failed)
    }
  }

  return (
    <>
      <button type="button" className="button small justify-self-start text-bad!" onClick={() => ask(true)}>
        {words.leave}
      </button>
      {asked && (
        <Confirm
          question={words.sureToLeave}
          yes={words.leave}
          no={words.cancel}
          onYes={() => void leave()}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
