import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { FieldMessage } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

interface AvatarFieldProps {
  user: Pick<SignedInUser, 'username' | 'image'>
  /** Chosen and not saved yet. */
  file: File | undefined
  message: string | undefined
  /** What was chosen, and what is wrong with it. */
  onChoose: (file: File | undefined, trouble?: string) => void
}

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']

/** One's own picture: the one there is, or how the chosen one will look. */
export function AvatarField({ user, file, message, onChoose }: AvatarFieldProps) {
  const id = useId()
  const preview = usePreview(file)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files!
    // Whoever closes the browser's window without a choice keeps what he chose before.
    if (chosen) onChoose(chosen, validateFile(chosen))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {preview ? (
        <img
          src={preview}
          alt={messages.preview}
          width={112}
          height={112}
          onError={() => onChoose(undefined, messages.wrongImage)}
          className="checkerboard size-28 rounded-full object-cover"
        />
      ) : (
        <Avatar user={user} size={112} />
      )}
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1.5">
        <label
          htmlFor={id}
          className="button small relative outline-offset-3 has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <ImageUp aria-hidden="true" size={17} />
          {preview || user.image ? messages.chooseAnother : messages.choose}
          <input
            id={id}
            type="file"
            accept={acceptedTypes.join()}
            onChange={choose}
            aria-invalid={Boolean(message)}
            aria-describedby={`${id}-hint ${id}-message`}
            className="sr-only"
          />
        </label>
        <p id={`${id}-hint`} className="max-w-[48ch] text-pretty text-soft text-sm">
          {messages.imageHint}
        </p>
        <FieldMessage id={`${id}-message`} message={message} />
      </div>
    </div>
  )
}

/** The server looks at the bytes; this spares sending what it will not take. */
function validateFile({ type, size }: File): string | undefined {
  if (!acceptedTypes.includes(type)) return messages.wrongImage
  return size > limits.avatarBytes ? messages.largeImage : undefined
}

/** An address of the chosen file, for as long as it is chosen. */
function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = file && URL.createObjectURL(file)
    setAddress(made)
    return () => {
      if (made) URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}
