import { type Profile, profileNames, profiles } from '@vitrine/contract/calls/accounts/profile'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
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
  const save = useUpdateProfile(user)
  const form = useApiForm<Fields>({
    schema: profileNames,
    values: { first_name, last_name },
    focus: 'first_name',
    failed: profiles.update.messages.failed,
    async submit(names) {
      if (imageError) return
      await save({ ...names, image, has_page: hasPage, has_decision_mails: hasMails })
      onSaved()
      return profiles.update.messages.done
    },
  })
  const changeImage = (file: File | undefined, error?: string) => {
    setImage(error ? undefined : file)
    setImageError(error)
    form.clearErrors('image')
  }

  return (
    <ApiForm
      form={form}
      label={messages.form}
      submit={messages.save}
      sending={messages.saving}
      onCancel={onCancel}
      className="gap-6"
    >
      <AvatarField user={profile} file={image} message={imageError ?? form.messageAt('image')} onChange={changeImage} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField label={messages.firstName} autoComplete="given-name" {...form.field('first_name', trimValue)} />
        <FormField label={messages.lastName} autoComplete="family-name" {...form.field('last_name', trimValue)} />
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
    </ApiForm>
  )
}

/** A name of blanks counts as empty, as on the server. */
const trimValue = { setValueAs: (value: string) => value.trim() }
