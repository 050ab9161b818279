import type { SignedInUser } from '@vitrine/contract/schemas/user'

export function Avatar({ user, size = 40 }: { user: Pick<SignedInUser, 'username' | 'image'>; size?: number }) {
  if (user.image) {
    return <img src={user.image} alt="" width={size} height={size} className="checkerboard rounded-full object-cover" />
  }
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" className="rounded-full bg-line">
      <text x="20" y="26" textAnchor="middle" fontSize="17" fontWeight="600" fill="currentColor">
        {user.username.slice(0, 1).toUpperCase()}
      </text>
    </svg>
  )
}
