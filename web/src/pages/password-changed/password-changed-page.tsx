import { pages } from '@vitrine/contract/pages'
import { AuthLayout } from '../../parts/auth-page.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { messages } from './words.ts'

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
