import { pages } from '@vitrine/contract/pages'
import { AuthLayout, AuthLink } from '#shells/auth/auth-layout.tsx'
import { LoginForm, SignedOutGuard } from '#shells/auth/sign-in.tsx'
import { PageHead } from '#shells/page-head.tsx'

/** The contributors' login form, its messages ending with full stops (requirements: #admin-auth). */
export function AdminAuthPage() {
  return (
    <>
      <PageHead title="Admin login" />
      <SignedOutGuard>
        <AuthLayout heading="Admin login">
          <LoginForm end="." />
          <AuthLink href={pages.forgotPassword.href()}>Forgot Password</AuthLink>
        </AuthLayout>
      </SignedOutGuard>
    </>
  )
}
