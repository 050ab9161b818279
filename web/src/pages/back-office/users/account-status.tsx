import { people, type UserAccount } from '@vitrine/contract/calls/accounts/people'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { useId, useState } from 'react'
import { DateText, relativeTime } from '#ui/back-office/date-time.tsx'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { CheckField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

/** An inactive account cannot sign in either, blocked or not. */
const isLockedOut = ({ is_active, is_block }: UserAccount) => is_block || !is_active

export function AccountStatus({ person }: { person: UserAccount }) {
  return (
    <span className="flex items-center gap-2 text-ink">
      <span className={isLockedOut(person) ? 'dot rejected' : 'dot approved'} />
      {isLockedOut(person) ? 'Blocked' : 'Active'}
      {person.hides_images && <span className="text-soft">Images hidden</span>}
    </span>
  )
}

/** Address, telephone number, the day of joining, and the last use to the lifetime of an access token. */
export function PersonFacts({ person: { email, number, date_joined, last_seen } }: { person: UserAccount }) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-soft text-sm tabular-nums">
      <a href={`mailto:${email}`} className="link wrap-anywhere inline-block min-h-6 text-ink">
        {email}
      </a>
      {number && <span>{number}</span>}
      <span>
        Joined <DateText at={date_joined} />
      </span>
      {last_seen ? (
        <span>
          Last seen{' '}
          <time dateTime={last_seen}>{relativeTime(last_seen, { resolution: accountLimits.accessMinutes + 1 })}</time>
        </span>
      ) : (
        'Not signed in lately'
      )}
    </p>
  )
}

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
