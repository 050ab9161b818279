import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { isLockedOut } from './account-status.tsx'
import { messages } from './messages.ts'
import { useAccountChange } from './use-account-change.ts'

interface BlockButtonProps {
  person: UserAccount
  /** The signed-in admin. */
  user: SignedInUser
}

/** Blocks or unblocks after a confirmation that says what becomes of account and images. */
export function BlockButton({ person, user }: BlockButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { setBlocked } = useAccountChange(user)
  const { username, images } = person
  const action = isLockedOut(person)
    ? {
        name: messages.unblock,
        label: messages.unblockOne(username),
        question: messages.sureToUnblock(username),
        effects: messages.unblockEffects,
      }
    : {
        name: messages.block,
        label: messages.blockOne(username),
        question: messages.sureToBlock(username),
        effects: [...messages.blockEffects, messages.imagesStay(images)],
      }
  return (
    <>
      <button type="button" className="button small" aria-label={action.label} onClick={() => setIsConfirming(true)}>
        {action.name}
      </button>
      {isConfirming && (
        <Confirm
          question={action.question}
          effects={action.effects}
          confirmLabel={action.name}
          cancelLabel={messages.cancel}
          isDestructive={!isLockedOut(person)}
          onConfirm={() => setBlocked(person, !isLockedOut(person))}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </>
  )
}
