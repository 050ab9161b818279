import { mailPreferences } from '@vitrine/contract/calls/accounts/profile'
import { useParams } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { LinkPage } from './link-page.tsx'

const texts = {
  title: 'Stop the mails',
  hint: 'Press the button, and we mail you no more about decisions. Your profile turns it on again.',
  form: 'Stop Mails Form',
  submit: 'Stop the mails',
  sending: 'Stopping...',
}

/** "Unsubscribe" of a mail, in a browser (RFC 2369) (requirements: #decision-mails). */
export function StopMailsPage() {
  const { send } = useAppContext()
  const { uidb64 = '', token = '' } = useParams()
  const { unsubscribe } = mailPreferences
  const act = () => apiClient(send)(unsubscribe, { params: { uidb64, token } })
  return <LinkPage texts={texts} act={act} failed={unsubscribe.messages.failed} />
}
