import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { messages } from './messages.ts'
import { useAccountChange } from './use-account-change.ts'

/** Makes a contributor an admin or an admin a contributor, after a confirmation. */
export function RoleButton({ person, user }: { person: UserAccount; user: SignedInUser }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { setRole } = useAccountChange(user)
  const role = person.role === 'admin' ? 'user' : 'admin'
  return (
    <>
      <button type="button" className="button small" onClick={() => setIsConfirming(true)}>
        {messages.makeRole[role]}
      </button>
      {isConfirming && (
        <Confirm
          question={messages.sureToMake[role](person.username)}
          effects={messages.roleEffects[role]}
          confirmLabel={messages.makeRole[role]}
          cancelLabel={messages.cancel}
          onConfirm={() => setRole(person, role)}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
