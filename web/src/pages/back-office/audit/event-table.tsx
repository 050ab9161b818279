import { useQueryClient } from '@tanstack/react-query'
import { type AuditEvent, people } from '@vitrine/contract/calls/accounts/people'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
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
import { useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { deviceName } from '#ui/back-office/device-name.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import type { AuditEntry } from './events-query.ts'
import { messages } from './messages.ts'

/** A table on wide screens, stacked lines on narrow ones (audit.css). */
export function EventTable({ user, events }: { user: SignedInUser; events: AuditEntry[] }) {
  return (
    <table className="event-table panel">
      <thead>
        <tr>
          <th scope="col">{messages.when}</th>
          <th scope="col">{messages.who}</th>
          <th scope="col">{messages.what}</th>
          <th scope="col">{messages.from}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} admin={user} event={event} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ admin, event }: { admin: SignedInUser; event: AuditEntry }) {
  const { at, what, by, user, count, image, address, user_agent } = event
  return (
    <tr>
      <td className="text-soft tabular-nums">
        <DateTimeText at={at} />
      </td>
      <td>{by ? <AccountLink username={by} /> : <span className="text-soft">{messages.notSignedIn}</span>}</td>
      <td>
        <span className="flex gap-2.5">
          <span className="pt-0.5">
            <EventIcon what={what} />
          </span>
          <span>
            {messages.eventNames[what]}
            {image ? ` · ${messages.image(image)}` : count !== null && ` · ${messages.images(count)}`}
            {what === 'sign-in failed' && user === null && ` · ${messages.noAccount}`}
            {user && user !== by && (
              <>
                {' · '}
                <AccountLink username={user} />
              </>
            )}
            <RefusedUpload admin={admin} event={event} />
          </span>
        </span>
      </td>
      <td className="text-soft">
        {user_agent && `${deviceName(user_agent)}, `}
        <span className="wrap-anywhere">{address}</span>
      </td>
    </tr>
  )
}

/** Links to all events of the account. */
function AccountLink({ username }: { username: string }) {
  return (
    <a href={queryString({ username })} className="link wrap-anywhere inline-block min-h-6 font-medium">
      {username}
    </a>
  )
}

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
  'images with faults approved': ScanSearch,
  'images rejected': X,
  'images returned to review': Undo2,
  'images deleted': Trash2,
  'images restored': Undo2,
  'trash emptied': Trash2,
  'image kept after reports': Flag,
  'image corrected after reports': Flag,
  'image hidden after reports': EyeOff,
  'image taken down': Trash2,
  'counter-notice sent': Flag,
  'image reinstated': Undo2,
  'decision undone': Undo2,
  'image kept down': Trash2,
  'upload refused': ShieldAlert,
  'refused upload allowed': ShieldCheck,
  'refused upload refused again': ShieldOff,
  'CSV applied': FileSpreadsheet,
  'delivery configured': Cloud,
  'delivery ended': Cloud,
}

/** Events that stand out while an admin scans the list. */
const suspiciousEvents: AuditEvent[] = ['sign-in failed', 'blocked', 'made an admin']

function EventIcon({ what }: { what: AuditEvent }) {
  const Icon = icons[what]
  return <Icon aria-hidden="true" size={17} className={suspiciousEvents.includes(what) ? 'text-bad' : 'text-soft'} />
}

interface RefusedUploadProps {
  admin: SignedInUser
  event: AuditEntry
}

/** Of a refused upload: the decision about the picture that it matched, and the button that allows or refuses it. */
function RefusedUpload({ admin, event: { id, user, image, is_allowed } }: RefusedUploadProps) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  if (is_allowed === null || user === null) return null

  const change = async () => {
    setIsBusy(true)
    try {
      const body = { is_allowed: !is_allowed }
      toast('success', (await apiClient(send)(people.allowUpload, { params: { id }, body })).message)
    } catch (error) {
      toastError(error, people.allowUpload.messages.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(admin) })
    setIsBusy(false)
  }
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-3">
      <button type="button" className="button small" disabled={isBusy} onClick={() => void change()}>
        {is_allowed ? messages.refuse(user) : messages.allow(user)}
      </button>
      {image && (
        <a className="link" href={backOfficeHref(admin, 'reports') + queryString({ image: image.id })}>
          {messages.toDecision}
        </a>
      )}
    </span>
  )
}
