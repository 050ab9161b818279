import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { backOfficeHref } from '@vitrine/contract/pages'
import { useParams } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useSession } from '#api/session.ts'
import { LinkPage } from './link-page.tsx'

/** Texts of the page that confirms an e-mail address; its outcomes are in the contract. */
const texts = {
  title: 'Confirm your address',
  hint: 'Press the button to confirm that this e-mail address is yours.',
  form: 'Confirm E-mail Form',
  submit: 'Confirm my address',
  sending: 'Confirming...',
}
const uploadLabel = 'Upload images'

/** Confirms an e-mail address (requirements: #email-confirmation). */
export function ConfirmEmailPage() {
  const { send } = useAppContext()
  const { uidb64 = '', token = '' } = useParams()
  const user = useSession()?.user
  const { confirm } = emailConfirmation
  const act = () => apiClient(send)(confirm, { params: { uidb64, token } })
  return (
    <LinkPage texts={texts} act={act} failed={confirm.messages.failed}>
      {user && (
        <a className="button main" href={backOfficeHref(user, 'upload')}>
          {uploadLabel}
        </a>
      )}
    </LinkPage>
  )
}
