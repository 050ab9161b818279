import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { LucideIcon } from 'lucide-react'
import Ban from 'lucide-react/icons/ban'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyholeOpen from 'lucide-react/icons/lock-keyhole-open'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import MailCheck from 'lucide-react/icons/mail-check'
import ScanSearch from 'lucide-react/icons/scan-search'
import Search from 'lucide-react/icons/search'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserPlus from 'lucide-react/icons/user-plus'

const icons: Record<AuditEvent, LucideIcon> = {
  registered: UserPlus,
  'e-mail address confirmed': MailCheck,
  'signed in': LogIn,
  'sign-in failed': ShieldAlert,
  'asked for a new password': Mail,
  'password reset': KeyRound,
  'password changed': KeyRound,
  'signed out elsewhere': LogOut,
  'API key created': KeyRound,
  'API key revoked': KeyRound,
  blocked: Ban,
  unblocked: LockKeyholeOpen,
  'made an admin': ShieldCheck,
  'made a contributor': ShieldOff,
  'search log switched on': Search,
  'search log switched off': Search,
  'synonym added': Search,
  'synonym changed': Search,
  'synonym deleted': Search,
  'finding overruled': ScanSearch,
  'finding reinstated': ScanSearch,
}

/** Events that stand out while an admin scans the list. */
const suspiciousEvents: AuditEvent[] = ['sign-in failed', 'blocked', 'made an admin']

export function EventIcon({ what }: { what: AuditEvent }) {
  const Icon = icons[what]
  return <Icon aria-hidden="true" size={17} className={suspiciousEvents.includes(what) ? 'text-bad' : 'text-soft'} />
}
