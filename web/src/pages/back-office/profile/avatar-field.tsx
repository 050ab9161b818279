import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import { limits } from '@vitrine/contract/vocabulary/limits'
import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { FieldMessage } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

interface AvatarFieldProps {
  user: Pick<SignedInUser, 'username' | 'image'>
  /** The chosen file, not saved yet. */
  file: File | undefined
  message: string | undefined
  /** Called with the chosen file and its validation error. */
  onChange: (file: File | undefined, error?: string) => void
}

const focusWithin = 'outline-offset-3 has-focus-visible:outline-2 has-focus-visible:outline-accent'
const acceptedTypes: string[] = Object.values(imageFormats).map(({ mime }) => mime)

/** The current avatar, or a preview of the chosen file. */
export function AvatarField({ user, file, message, onChange }: AvatarFieldProps) {
  const id = useId()
  const preview = usePreview(file)
  const chooseFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files!
    // Cancelling the file dialog keeps the earlier choice.
    if (chosen) onChange(chosen, validateFile(chosen))
  }
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      {preview ? (
        <img
          src={preview}
          alt={messages.preview}
          width={112}
          height={112}
          onError={() => onChange(undefined, messages.wrongImage)}
          className="checkerboard size-28 rounded-full object-cover"
        />
      ) : (
        <Avatar user={user} size={112} />
      )}
      <div className="grid min-w-0 flex-1 basis-56 justify-items-start gap-1.5">
        <label htmlFor={id} className={`button small relative ${focusWithin}`}>
          <ImageUp aria-hidden="true" size={17} />
          {preview || user.image ? messages.chooseAnother : messages.choose}
          <input
            id={id}
            type="file"
            accept={acceptedTypes.join()}
            onChange={chooseFile}
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

/** Spares sending a file that the server would refuse; the server itself checks the bytes. */
function validateFile({ type, size }: File): string | undefined {
  if (!acceptedTypes.includes(type)) return messages.wrongImage
  return size > limits.avatarBytes ? messages.largeImage : undefined
}

/** An object URL of the chosen file, revoked when another one is chosen. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = file && URL.createObjectURL(file)
    setUrl(created)
    return () => {
      if (created) URL.revokeObjectURL(created)
    }
  }, [file])
  return url
}
