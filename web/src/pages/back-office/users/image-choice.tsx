import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import { useId } from 'react'
import { messages } from './messages.ts'

interface ImageChoiceProps {
  images: UserAccount['images']
  isHidden: boolean
  onChange: (isHidden: boolean) => void
}

/** What becomes of the approved images of a person who is blocked. */
export function ImageChoice({ images, isHidden, onChange }: ImageChoiceProps) {
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
