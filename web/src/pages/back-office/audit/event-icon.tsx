import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { LucideIcon } from 'lucide-react'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Cloud from 'lucide-react/icons/cloud'
import Download from 'lucide-react/icons/download'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Flag from 'lucide-react/icons/flag'
import KeyRound from 'lucide-react/icons/key-round'
import LockKeyholeOpen from 'lucide-react/icons/lock-keyhole-open'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import ScanSearch from 'lucide-react/icons/scan-search'
import Search from 'lucide-react/icons/search'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import UserPlus from 'lucide-react/icons/user-plus'
import UserX from 'lucide-react/icons/user-x'
import X from 'lucide-react/icons/x'

const icons: Record<AuditEvent, LucideIcon> = {
  registered: UserPlus,
  'e-mail address confirmed': MailCheck,
  'e-mail change asked for': Mail,
  'e-mail change cancelled': MailX,
  'e-mail address changed': MailCheck,
  'signed in': LogIn,
  'sign-in failed': ShieldAlert,
  'asked for a new password': Mail,
  'password reset': KeyRound,
  'password changed': KeyRound,
  'data downloaded': Download,
  'account closed': UserX,
  'signed out elsewhere': LogOut,
  'API key created': KeyRound,
  'API key revoked': KeyRound,
  'session ended': LogOut,
  blocked: Ban,
  unblocked: LockKeyholeOpen,
  'images hidden': EyeOff,
  'images shown again': Eye,
  'made an admin': ShieldCheck,
  'made a contributor': ShieldOff,
  'level set to new': ShieldOff,
  'level set to known': ShieldCheck,
  'level set to trusted': ShieldCheck,
  'level follows the rules again': Undo2,
  'search log switched on': Search,
  'search log switched off': Search,
  'synonym added': Search,
  'synonym changed': Search,
  'synonym deleted': Search,
  'finding overruled': ScanSearch,
  'finding reinstated': ScanSearch,
  'images approved': Check,
  'images rejected': X,
  'images returned to review': Undo2,
  'images deleted': Trash2,
  'images restored': Undo2,
  'trash emptied': Trash2,
  'image kept after reports': Flag,
  'image corrected after reports': Flag,
  'image hidden after reports': EyeOff,
  'image taken down': Trash2,
  'decision about reports undone': Undo2,
  'objection sent': Flag,
  'image returned after objection': Undo2,
  'image brought back': Undo2,
  'image kept down after objection': Trash2,
  'upload refused': ShieldAlert,
  'refused upload allowed': ShieldCheck,
  'refused upload refused again': ShieldOff,
  'CSV applied': FileSpreadsheet,
  'delivery configured': Cloud,
  'delivery ended': Cloud,
}

/** Events that stand out while an admin scans the list. */
const suspiciousEvents: AuditEvent[] = ['sign-in failed', 'blocked', 'made an admin']

export function EventIcon({ what }: { what: AuditEvent }) {
  const Icon = icons[what]
  return <Icon aria-hidden="true" size={17} className={suspiciousEvents.includes(what) ? 'text-bad' : 'text-soft'} />
}
