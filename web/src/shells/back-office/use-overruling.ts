import { useQueryClient } from '@tanstack/react-query'
import { overruling } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { FaultKind } from '@vitrine/contract/measures/findings'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { backOfficeKey } from './image-counts.ts'

export type FindingsChange = Pick<Reply<typeof overruling.overrule>, 'is_verified' | 'overruled'>

/** Overrules faults of an image as it was shown, for admins; undefined for contributors. */
export function useOverruling(
  user: SignedInUser,
  { id, version }: Pick<ManagedImage, 'id' | 'version'>,
  onDone?: (change: FindingsChange) => void,
) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const call = apiClient(send)
  const run = async (reply: Promise<FindingsChange & { message: string }>, failed: string) => {
    try {
      const { message, is_verified, overruled } = await reply
      onDone?.({ is_verified, overruled })
      toast('success', message)
      return true
    } catch (error) {
      toastError(error, failed)
      return false
    } finally {
      await cache.invalidateQueries({ queryKey: backOfficeKey(user) }) // also what has changed meanwhile
    }
  }
  if (user.role !== 'admin') return undefined
  return {
    overrule: (kind: FaultKind, reason: string) =>
      run(
        call(overruling.overrule, { params: { id, kind }, body: { reason, version } }),
        overruling.overrule.messages.failed,
      ),
    reinstate: (kind: FaultKind) =>
      run(call(overruling.reinstate, { params: { id, kind } }), overruling.reinstate.messages.failed),
  }
}
