import { AuthPage } from '../../parts/auth-page.tsx'
import { LoginForm } from '../../parts/login-form.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { words } from './words.ts'

/** The contributors' login form, its messages ending with full stops (spec section 5). */
export function AdminAuthPage() {
  return (
    <AuthPage heading={words.title}>
      <PageHead title={words.title} />
      <LoginForm end="." />
    </AuthPage>
  )
}
