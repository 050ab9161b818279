import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useIsDisconnected, useLiveImages } from './live-images.ts'
import { messages } from './messages.ts'

/** Keeps the numbers and lists of the page live, and says when that is impossible. */
export function ConnectionNotice({ user }: { user: SignedInUser }) {
  useLiveImages(user)
  const isDisconnected = useIsDisconnected(user)
  return (
    <p role="status" className="connection-notice">
      {isDisconnected && messages.noConnection}
    </p>
  )
}
