import { createConfirmationTokens } from '#features/accounts/auth/link-tokens'
import type { MailServer } from './mail-server.ts'
import type { TestApp } from './test-app.ts'

/** What follows the page's name in links that confirm an address. */
export const confirmationLinks = ({ masterKey }: TestApp, mailServer: MailServer) => ({
  async mailed(email: string): Promise<string> {
    const mail = await mailServer.mailTo(email, /confirm-email/)
    return /https:\/\/png\.example\/confirm-email\/([\w-]+\/[\w.-]+)\//.exec(mail)![1]!
  },
  signed(user: { id: number; email: string }, daysAgo: number): string {
    const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
    const { uidb64, token } = tokens.issue(user, Date.now() - daysAgo * 86_400_000)
    return `${uidb64}/${token}`
  },
})
