import { pages } from '@vitrine/contract/pages'
import { AuthLayout } from '../../parts/auth-page.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { words } from './words.ts'

/** Confirms a password reset (requirements: #password-changed). */
export function PasswordChangedPage() {
  return (
    <AuthLayout heading={words.title}>
      <PageHead title={words.title} />
      <p className="mb-7 text-soft">{words.hint}</p>
      <a className="button main" href={pages.contributorAuth.href()}>
        {words.login}
      </a>
    </AuthLayout>
  )
}
