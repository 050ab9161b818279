import { auth } from '@vitrine/contract/calls/accounts/auth'
import { pages } from '@vitrine/contract/pages'
import { useNavigate } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { session } from '#api/session.ts'

/**
 * Ends the session in this browser at once, even if the server is unreachable, and goes home (requirements:
 * #login-state).
 */
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
