import { auth } from '@vitrine/contract/calls/auth'
import { pages } from '@vitrine/contract/pages'
import { useNavigate } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'

/** Out at once in this browser, whether or not the server can be told; then home (requirements: #login-state). */
export function useLogout() {
  const { send } = useAppContext()
  const navigate = useNavigate()
  return () => {
    const refresh = session.read()?.tokens.refresh_token
    session.clear()
    if (refresh) apiClient(send)(auth.logout, { body: { refresh } }).catch(() => {})
    void navigate(pages.home.href())
  }
}
