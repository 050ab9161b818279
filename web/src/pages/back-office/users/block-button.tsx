import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { isLockedOut } from './account-status.tsx'
import { ImageChoice } from './image-choice.tsx'
import { messages } from './messages.ts'
import { useAccountChange } from './use-account-change.ts'

interface BlockButtonProps {
  person: UserAccount
  /** The signed-in admin. */
  user: SignedInUser
}

/** Blocks or unblocks after a confirmation that says, or asks, what becomes of account and images. */
export function BlockButton({ person, user }: BlockButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { username } = person
  const isBlocked = isLockedOut(person)
  const Question = isBlocked ? Unblock : Block
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={isBlocked ? messages.unblockOne(username) : messages.blockOne(username)}
        onClick={() => setIsConfirming(true)}
      >
        {isBlocked ? messages.unblock : messages.block}
      </button>
      {isConfirming && <Question person={person} user={user} onClose={() => setIsConfirming(false)} />}
    </>
  )
}

interface QuestionProps extends BlockButtonProps {
  onClose: () => void
}

function Block({ person, user, onClose }: QuestionProps) {
  const [hidesImages, setHidesImages] = useState(false)
  const { setBlocked } = useAccountChange(user)
  return (
    <Confirm
      question={messages.sureToBlock(person.username)}
      effects={messages.blockEffects}
      confirmLabel={messages.block}
      cancelLabel={messages.cancel}
      isDestructive
      onConfirm={() => setBlocked(person, { is_block: true, hides_images: hidesImages })}
      onClose={onClose}
    >
      <ImageChoice images={person.images} isHidden={hidesImages} onChange={setHidesImages} />
    </Confirm>
  )
}

function Unblock({ person, user, onClose }: QuestionProps) {
  const { setBlocked } = useAccountChange(user)
  return (
    <Confirm
      question={messages.sureToUnblock(person.username)}
      effects={[...messages.unblockEffects, ...(person.hides_images ? [messages.imagesReturn] : [])]}
      confirmLabel={messages.unblock}
      cancelLabel={messages.cancel}
      onConfirm={() => setBlocked(person, { is_block: false, hides_images: false })}
      onClose={onClose}
    />
  )
}
