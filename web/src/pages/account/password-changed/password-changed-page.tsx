import { pages } from '@vitrine/contract/pages'
import { AuthLayout } from '#shells/auth/auth-layout.tsx'
import { PageHead } from '#shells/page-head.tsx'
import { messages } from './messages.ts'

/** Confirms a password reset (requirements: #password-changed). */
export function PasswordChangedPage() {
  return (
    <AuthLayout heading={messages.title}>
      <PageHead title={messages.title} />
      <p className="mb-7 text-soft">{messages.hint}</p>
      <a className="button main" href={pages.contributorAuth.href()}>
        {messages.login}
      </a>
    </AuthLayout>
  )
}
