import { overruling } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { FaultKind } from '@vitrine/contract/measures/findings'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useCall } from '#ui/back-office/use-call.ts'
import { backOfficeKey } from './image-counts.ts'

export type FindingsChange = Pick<Reply<typeof overruling.overrule>, 'is_verified' | 'overruled'>

/** Overrules faults of an image as it was shown, for admins; undefined for contributors. */
export function useOverruling(
  user: SignedInUser,
  { id, version }: Pick<ManagedImage, 'id' | 'version'>,
  onDone?: (change: FindingsChange) => void,
) {
  const { call, run } = useCall(backOfficeKey(user)) // also what has changed meanwhile
  const change = async (calling: Promise<FindingsChange & { message: string }>, failed: string) => {
    calling.then(({ is_verified, overruled }) => onDone?.({ is_verified, overruled })).catch(() => {})
    return (await run(calling, failed)) !== undefined
  }
  if (user.role !== 'admin') return undefined
  return {
    overrule: (kind: FaultKind, reason: string) =>
      change(
        call(overruling.overrule, { params: { id, kind }, body: { reason, version } }),
        overruling.overrule.messages.failed,
      ),
    reinstate: (kind: FaultKind) =>
      change(call(overruling.reinstate, { params: { id, kind } }), overruling.reinstate.messages.failed),
  }
}
