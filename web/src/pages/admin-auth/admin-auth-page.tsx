import { pages } from '@vitrine/contract/pages'
import { AuthLayout, AuthLink } from '../../parts/auth-page.tsx'
import { messages as authWords } from '../../parts/auth-words.ts'
import { LoginForm } from '../../parts/login-form.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SignedOutGuard } from '../../parts/signed-out.tsx'
import { messages } from './words.ts'

/** The contributors' login form, its messages ending with full stops (requirements: #admin-auth). */
export function AdminAuthPage() {
  return (
    <>
      <PageHead title={messages.title} />
      <SignedOutGuard>
        <AuthLayout heading={messages.title}>
          <LoginForm end="." />
          {/* Leads home, not to the reset form (requirements: #admin-auth). */}
          <AuthLink href={pages.home.href()}>{authWords.forgot}</AuthLink>
        </AuthLayout>
      </SignedOutGuard>
    </>
  )
}
