import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { terms } from '@vitrine/contract/calls/accounts/profile'
import { emailNotConfirmedMessage } from '@vitrine/contract/errors'
import { pages } from '@vitrine/contract/pages'
import { rightsStatement, termsChangesSince } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import MailCheck from 'lucide-react/icons/mail-check'
import Scale from 'lucide-react/icons/scale'
import type { ReactNode } from 'react'
import { useProfile } from '#shells/back-office/profile-query.ts'
import { useCall } from '#ui/back-office/use-call.ts'
import { SmallButton } from '#ui/button.tsx'

/** Say beforehand that an upload would be refused: until the address is confirmed, or new terms are agreed to. */
export function UploadNotices() {
  const { data: profile } = useProfile()
  const { call, isBusy } = useCall()
  const button = (text: string, onClick: () => void) => <SmallButton onClick={onClick} disabled={isBusy} text={text} />
  return (
    <div role="status">
      {profile?.must_confirm_email && (
        <Notice
          Icon={MailCheck}
          heading={emailNotConfirmedMessage(profile.new_email ?? profile.email)}
          action={button('Send it again', () => void call(emailConfirmation.sendAgain))}
        >
          <p className="text-soft">Until then no images are taken.</p>
        </Notice>
      )}
      {profile && profile.terms_version < rightsStatement.version && (
        <Notice
          Icon={Scale}
          heading="Our terms have changed"
          action={button('I agree', () => void call(terms.agree, { body: { version: rightsStatement.version } }))}
        >
          {termsChangesSince(profile.terms_version).map((text) => (
            <p key={text} className="max-w-[72ch]">
              {text}
            </p>
          ))}
          <p>
            <span className="text-soft">Please agree before your next upload. </span>
            <a href={pages.terms.href()} className="link" target="_blank" rel="noopener">
              Read the terms
            </a>
          </p>
        </Notice>
      )}
    </div>
  )
}

interface NoticeProps {
  Icon: typeof Scale
  heading: string
  action: ReactNode
  children: ReactNode
}

const Notice = ({ Icon, heading, action, children }: NoticeProps) => (
  <div className="panel mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 py-4">
    <div className="flex min-w-0 flex-1 basis-72 gap-3">
      <Icon size={20} className="mt-0.5 shrink-0 text-soft" />
      <div className="wrap-anywhere grid min-w-0 gap-1 text-pretty text-sm">
        <p className="font-semibold text-base">{heading}</p>
        {children}
      </div>
    </div>
    {action}
  </div>
)
