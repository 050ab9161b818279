import { useQuery } from '@tanstack/react-query'
import { type Profile, profiles } from '@vitrine/contract/calls/accounts/profile'
import { fullName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { DateText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { FormAnswer } from '#ui/forms/form-field.tsx'
import { EmailSection } from './email-section.tsx'
import { messages } from './messages.ts'
import { OpenFormButton } from './open-form-button.tsx'
import { CloseSection, DataSection } from './own-data.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The own public profile (requirements: #profile-page). */
export function ProfilePage({ user, title }: BackOfficePageProps) {
  const { send } = useAppContext()
  // The link that confirms another address is often opened in another tab.
  const query = useQuery({
    ...profileQuery(send, user),
    refetchOnWindowFocus: ({ state }) => (state.data?.new_email ? 'always' : false),
  })
  return (
    <>
      <BackOfficeHeading title={title} />
      <LoadState query={query} loading={messages.loading} failed={messages.failed}>
        {(profile) => (
          <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="panel px-6 py-7 sm:px-9 sm:py-9">
              <ProfilePanel user={user} profile={profile} />
            </div>
            <EmailSection user={user} profile={profile} refetch={query.refetch} />
            <DataSection user={user} />
            <CloseSection user={user} />
          </div>
        )}
      </LoadState>
    </>
  )
}

/** Toggles between view and form; returning to the view restores the focus to the edit button. */
function ProfilePanel({ user, profile }: { user: SignedInUser; profile: Profile }) {
  const [mode, setMode] = useState<'initial view' | 'editing' | 'cancelled' | 'saved'>('initial view')
  if (mode === 'editing')
    return (
      <ProfileForm
        user={user}
        profile={profile}
        onSaved={() => setMode('saved')}
        onCancel={() => setMode('cancelled')}
      />
    )
  return (
    <ProfileView
      profile={profile}
      hasReturned={mode !== 'initial view'}
      done={mode === 'saved' ? profiles.update.messages.done : undefined}
      onEdit={() => setMode('editing')}
    />
  )
}

interface ProfileViewProps {
  profile: Profile
  /** The form was closed, so the focus returns to the edit button. */
  hasReturned: boolean
  /** What became of the form. */
  done: string | undefined
  onEdit: () => void
}

function ProfileView({ profile, hasReturned, done, onEdit }: ProfileViewProps) {
  const { username, email, date_joined, has_page, has_decision_mails } = profile
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-6">
      <Avatar user={profile} size={112} />
      <div className="min-w-0 flex-1 basis-64">
        <h2 dir="auto" className="heading wrap-anywhere">
          {fullName(profile) || <span className="text-soft">{messages.nameless}</span>}
        </h2>
        <p className="wrap-anywhere mt-1 text-soft">@{username}</p>
        <dl className="mt-6 grid gap-x-6 gap-y-1 border-line border-t pt-5 sm:grid-cols-[auto_1fr] sm:gap-y-2.5">
          <dt className="text-soft max-sm:not-first:mt-2.5 max-sm:text-sm">{messages.email}</dt>
          <dd className="wrap-anywhere">{email}</dd>
          <dt className="text-soft max-sm:not-first:mt-2.5 max-sm:text-sm">{messages.joined}</dt>
          <dd>
            <DateText at={date_joined} />
          </dd>
          <dt className="text-soft max-sm:not-first:mt-2.5 max-sm:text-sm">{messages.publicPage}</dt>
          <dd>
            {has_page ? (
              <a className="link" href={pages.contributor.href({ username })}>
                {messages.pageOn}
              </a>
            ) : (
              messages.pageOff
            )}
          </dd>
          <dt className="text-soft max-sm:not-first:mt-2.5 max-sm:text-sm">{messages.decisionMails}</dt>
          <dd>{has_decision_mails ? messages.mailsOn : messages.mailsOff}</dd>
        </dl>
        <div className="mt-7">
          <FormAnswer done={done} />
        </div>
        <div className="mt-4">
          <OpenFormButton hasReturned={hasReturned} onClick={onEdit}>
            <Pencil aria-hidden="true" size={16} />
            {messages.edit}
          </OpenFormButton>
        </div>
      </div>
    </div>
  )
}
