import { type Profile, profileNames, profiles } from '@vitrine/contract/calls/accounts/profile'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { AvatarField } from './avatar-field.tsx'
import { messages } from './messages.ts'
import { SwitchField } from './switch-field.tsx'
import { useUpdateProfile } from './use-update-profile.ts'

interface ProfileFormProps {
  user: SignedInUser
  profile: Profile
  onSaved: () => void
  onCancel: () => void
}

/** `image` is a field only for its error message: the file itself is kept in state. */
type Fields = Pick<Profile, 'first_name' | 'last_name'> & { image?: string }

/** The form that changes name and avatar (requirements: #profile-page, #profile-validation). */
export function ProfileForm({ user, profile, onSaved, onCancel }: ProfileFormProps) {
  const { first_name, last_name } = profile
  const [image, setImage] = useState<File>()
  const [imageError, setImageError] = useState<string>()
  const { site } = useAppContext()
  const [hasPage, setHasPage] = useState(profile.has_page)
  const [hasMails, setHasMails] = useState(profile.has_decision_mails)
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(profileNames),
    defaultValues: { first_name, last_name },
  })
  const { errors, isSubmitting } = formState
  const save = useUpdateProfile(user)
  useEffect(() => setFocus('first_name'), [setFocus])

  const changeImage = (file: File | undefined, error?: string) => {
    setImage(error ? undefined : file)
    setImageError(error)
    clearErrors('image')
  }
  const submit = async (names: Fields) => {
    if (imageError) return
    try {
      await save({ ...names, image, has_page: hasPage, has_decision_mails: hasMails })
      toast('success', profiles.update.messages.done)
      onSaved()
    } catch (error) {
      showFormError(error, setError, profiles.update.messages.failed)
    }
  }

  return (
    <AppForm
      aria-label={messages.form}
      onSubmit={handleSubmit(submit)}
      onInput={() => clearErrors('root')}
      className="grid gap-6"
    >
      <AvatarField user={profile} file={image} message={imageError ?? errors.image?.message} onChange={changeImage} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField
          label={messages.firstName}
          autoComplete="given-name"
          message={errors.first_name?.message}
          {...register('first_name', trimValue)}
        />
        <FormField
          label={messages.lastName}
          autoComplete="family-name"
          message={errors.last_name?.message}
          {...register('last_name', trimValue)}
        />
      </div>
      <SwitchField
        label={messages.publicPage}
        hint={messages.publicPageHint(site.url + pages.contributor.href(profile))}
        isOn={hasPage}
        onChange={setHasPage}
      />
      <SwitchField
        label={messages.decisionMails}
        hint={messages.decisionMailsHint}
        isOn={hasMails}
        onChange={setHasMails}
      />
      <FormAnswer failed={errors.root?.message} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isSubmitting ? messages.saving : messages.save}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {messages.cancel}
        </button>
      </div>
    </AppForm>
  )
}

/** A name of blanks counts as empty, as on the server. */
const trimValue = { setValueAs: (value: string) => value.trim() }
