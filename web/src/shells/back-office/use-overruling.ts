import { overruling } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { FaultKind } from '@vitrine/contract/measures/findings'
import { useUser } from '#api/back-office.ts'
import { useCall } from '#ui/back-office/use-call.ts'

export type FindingsChange = Pick<Reply<typeof overruling.overrule>, 'is_verified' | 'overruled'>

/** Overrules faults of an image as it was shown, for admins; undefined for contributors. */
export function useOverruling(
  { id, version }: Pick<ManagedImage, 'id' | 'version'>,
  onDone?: (change: FindingsChange) => void,
) {
  const { role } = useUser()
  const { call } = useCall() // also what has changed meanwhile
  const tell = (change: FindingsChange | undefined) => {
    if (change) onDone?.({ is_verified: change.is_verified, overruled: change.overruled })
    return change !== undefined
  }
  if (role !== 'admin') return undefined
  return {
    overrule: async (kind: FaultKind, reason: string) =>
      tell(await call(overruling.overrule, { params: { id, kind }, body: { reason, version } })),
    reinstate: async (kind: FaultKind) => tell(await call(overruling.reinstate, { params: { id, kind } })),
  }
}
