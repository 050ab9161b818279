import { type Profile, profileNames, profiles } from '@vitrine/contract/calls/accounts/profile'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { imageFormats } from '@vitrine/contract/vocabulary/image-formats'
import * as limits from '@vitrine/contract/vocabulary/limits'
import ImageUp from 'lucide-react/icons/image-up'
import { type ChangeEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import { useAppContext } from '#api/app-context.ts'
import { useRefresh } from '#api/back-office.ts'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { useObjectUrl } from '#ui/back-office/object-url.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { CheckField, FieldMessage, FormField } from '#ui/forms/form-field.tsx'
import { trimmed, useApiForm } from '#ui/forms/use-api-form.ts'
import { messages } from './messages.ts'

/** `image` is a field only for its error message: the file itself is kept in state. */
const fields = z.extend(profileNames, {
  has_page: z.boolean(),
  has_decision_mails: z.boolean(),
  image: z.optional(z.string()),
})

/** The form that changes name and avatar (requirements: #profile-page, #profile-validation). */
export function ProfileForm({ profile, close }: { profile: Profile; close: (done?: string) => void }) {
  const { first_name, last_name, has_page, has_decision_mails } = profile
  const [image, setImage] = useState<File>()
  const [imageError, setImageError] = useState<string>()
  const { site } = useAppContext()
  const refresh = useRefresh()
  const form = useApiForm({
    endpoint: profiles.update,
    schema: fields,
    values: { first_name, last_name, has_page, has_decision_mails },
    focus: 'first_name',
    async send({ first_name, last_name, has_page, has_decision_mails }, call) {
      if (imageError) return
      const form = new FormData()
      const switches = { has_page: has_page ? '1' : '0', has_decision_mails: has_decision_mails ? '1' : '0' }
      for (const [name, value] of Object.entries({ first_name, last_name, ...switches })) form.append(name, value)
      if (image) form.append('image', image)
      return call(profiles.update, { form })
    },
    async onDone({ message }) {
      await refresh()
      close(message)
    },
  })
  const changeImage = (file: File | undefined, error?: string) => {
    setImage(error ? undefined : file)
    setImageError(error)
    form.clearErrors('image')
  }

  return (
    <ApiForm form={form} texts={messages} onCancel={() => close()} className="gap-6">
      <AvatarField user={profile} file={image} message={imageError ?? form.messageAt('image')} onChange={changeImage} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField label="First name" autoComplete="given-name" {...form.field('first_name', trimmed)} />
        <FormField label="Last name" autoComplete="family-name" {...form.field('last_name', trimmed)} />
      </div>
      <CheckField
        type="checkbox"
        label={messages.publicPage}
        hint={messages.publicPageHint(site.url + pages.contributor.href(profile))}
        {...form.register('has_page')}
      />
      <CheckField
        type="checkbox"
        label={messages.decisionMails}
        hint="One mail with all that was decided about your images within half an hour. The dashboard shows it too."
        {...form.register('has_decision_mails')}
      />
    </ApiForm>
  )
}

interface AvatarFieldProps {
  user: Pick<SignedInUser, 'username' | 'image'>
  file: File | undefined
  message: string | undefined
  onChange: (file: File | undefined, error?: string) => void
}

const focusWithin = 'outline-offset-3 has-focus-visible:outline-2 has-focus-visible:outline-accent'
const acceptedTypes: string[] = Object.values(imageFormats).map(({ mime }) => mime)

function AvatarField({ user, file, message, onChange }: AvatarFieldProps) {
  const id = useId()
  const preview = useObjectUrl(file)
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
          alt="How it will look"
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
          <ImageUp size={17} />
          {preview || user.image ? 'Choose another picture' : 'Choose a picture'}
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
