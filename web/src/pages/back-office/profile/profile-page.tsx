import type { Profile } from '@vitrine/contract/calls/accounts/profile'
import { fullName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import Pencil from 'lucide-react/icons/pencil'
import { Fragment } from 'react'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { useProfile } from '#shells/back-office/profile-query.ts'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { DateText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { EmailSection } from './email-section.tsx'
import { FormSection } from './form-section.tsx'
import { messages } from './messages.ts'
import { CloseSection, DataSection } from './own-data.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The own public profile (requirements: #profile-page). */
export function ProfilePage({ title }: { title: string }) {
  const query = useProfile()
  return (
    <>
      <BackOfficeHeading title={title} />
      <LoadState query={query} failed="Failed to load your profile.">
        {(profile) => (
          <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <FormSection
              open={
                <>
                  <Pencil size={16} />
                  Edit Profile
                </>
              }
              form={(close) => <ProfileForm profile={profile} close={close} />}
              isInPlace
            >
              <ProfileView profile={profile} />
            </FormSection>
            <EmailSection profile={profile} />
            <DataSection />
            <CloseSection />
          </div>
        )}
      </LoadState>
    </>
  )
}

function ProfileView({ profile }: { profile: Profile }) {
  const { username, email, date_joined, has_page, has_decision_mails } = profile
  const facts = [
    ['E-mail', email],
    ['Joined', <DateText key="joined" at={date_joined} />],
    [
      messages.publicPage,
      has_page ? (
        <a key="page" className="link" href={pages.contributor.href({ username })}>
          Visit your page
        </a>
      ) : (
        'Off. Edit your profile to switch it on.'
      ),
    ],
    [messages.decisionMails, has_decision_mails ? 'On' : 'Off'],
  ] as const
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-6">
      <Avatar user={profile} size={112} />
      <div className="min-w-0 flex-1 basis-64">
        <h2 dir="auto" className="heading wrap-anywhere">
          {fullName(profile) || <span className="text-soft">No name yet</span>}
        </h2>
        <p className="wrap-anywhere mt-1 text-soft">@{username}</p>
        <dl className="mt-6 grid gap-x-6 gap-y-1 border-line border-t pt-5 sm:grid-cols-[auto_1fr] sm:gap-y-2.5">
          {facts.map(([label, value]) => (
            <Fragment key={label}>
              <dt className="text-soft max-sm:not-first:mt-2.5 max-sm:text-sm">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </div>
  )
}
