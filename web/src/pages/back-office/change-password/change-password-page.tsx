import type { ReactNode } from 'react'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { messages } from './messages.ts'
import { OpenSessions } from './open-sessions.tsx'

/** The own password and open sessions (requirements: #change-password, #sessions-page). */
export function ChangePasswordPage({ user, title }: BackOfficePageProps) {
  return (
    <>
      <BackOfficeHeading title={title} />
      <PageSection heading={messages.change} hint={messages.changeHint}>
        <ChangePasswordForm user={user} />
      </PageSection>
      <PageSection heading={messages.sessions} hint={messages.sessionsHint}>
        <OpenSessions user={user} />
      </PageSection>
    </>
  )
}

const twoColumns = 'grid gap-x-16 gap-y-7 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]'

function PageSection({ heading, hint, children }: { heading: string; hint: string; children: ReactNode }) {
  return (
    <section className={`mt-10 border-line border-t pt-9 ${twoColumns}`}>
      <div>
        <h2 className="heading">{heading}</h2>
        <p className="mt-2.5 max-w-[40ch] text-pretty text-soft">{hint}</p>
      </div>
      {children}
    </section>
  )
}
