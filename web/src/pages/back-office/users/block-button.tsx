import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useId, useState } from 'react'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { isLockedOut } from './account-status.tsx'
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

interface ImageChoiceProps {
  images: UserAccount['images']
  isHidden: boolean
  onChange: (isHidden: boolean) => void
}

/** What becomes of the approved images of a person who is blocked. */
function ImageChoice({ images, isHidden, onChange }: ImageChoiceProps) {
  const id = useId()
  return (
    <fieldset className="mt-5">
      <legend className="font-semibold">{messages.theirImages(images.approved)}</legend>
      <div className="mt-2 grid gap-1">
        {[false, true].map((value) => {
          const { label, hint } = messages.imageChoices[value ? 'hidden' : 'public']
          const hintId = `${id}-${value}`
          return (
            <label key={hintId} className="flex cursor-pointer items-start gap-3 rounded-xl py-1.5">
              <input
                type="radio"
                name={id}
                checked={isHidden === value}
                onChange={() => onChange(value)}
                aria-describedby={hintId}
                className="mt-0.5 size-5 shrink-0 cursor-pointer"
              />
              <span>
                {label}
                <span id={hintId} className="block text-pretty text-soft text-sm">
                  {hint}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
