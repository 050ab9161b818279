import { people, type UserAccount } from '@vitrine/contract/calls/accounts/people'
import { useId, useState } from 'react'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { CheckField } from '#ui/forms/form-field.tsx'
import { isLockedOut } from './account-status.tsx'
import { messages } from './messages.ts'

/** Blocks or unblocks after a confirmation that says, or asks, what becomes of account and images. */
export function BlockButton({ person }: { person: UserAccount }) {
  const [hidesImages, setHidesImages] = useState(false)
  const group = useId()
  const { call } = useCall()
  const { id, username, images, hides_images } = person
  const setBlocked = (is_block: boolean, hides_images: boolean) => {
    const body = { is_block, hides_images, is_active: !is_block }
    void call(people.update, { params: { id }, body })
  }
  if (isLockedOut(person))
    return (
      <ConfirmButton
        label="Unblock"
        name={`Unblock ${username}`}
        question={`Unblock ${username}?`}
        effects={[...messages.unblockEffects, ...(hides_images ? ['Their images are public again.'] : [])]}
        onConfirm={() => setBlocked(false, false)}
      />
    )
  return (
    <ConfirmButton
      label="Block"
      name={`Block ${username}`}
      question={`Block ${username}?`}
      effects={messages.blockEffects}
      isDestructive
      onConfirm={() => setBlocked(true, hidesImages)}
    >
      <fieldset className="mt-5">
        <legend className="font-semibold">{messages.theirImages(images.approved)}</legend>
        {[false, true].map((hides) => (
          <CheckField
            key={String(hides)}
            type="radio"
            name={group}
            checked={hidesImages === hides}
            onChange={() => setHidesImages(hides)}
            {...messages.imageChoices[hides ? 'hidden' : 'public']}
          />
        ))}
      </fieldset>
    </ConfirmButton>
  )
}
