import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { storageText, type UploadUse } from '@vitrine/contract/vocabulary/quota'
import { useRead, useUser } from '#api/back-office.ts'
import { messages } from './messages.ts'

/** The height of its lines is kept while they are loaded. */
const layout = 'flex min-h-5 flex-wrap gap-x-5 gap-y-1 max-sm:min-h-17 max-sm:flex-col'

/** What the person uses of each quota: quiet, and prominent from four fifths on (requirements: #quotas). */
export function QuotaUse({ isNearLimitOnly = false }: { isNearLimitOnly?: boolean }) {
  const { role } = useUser()
  const { data } = useRead(uploads.quota, {})
  if (role === 'admin') return null
  const lines = data ? quotaLines(data).filter(({ isNearLimit }) => isNearLimit || !isNearLimitOnly) : []
  if (isNearLimitOnly && !lines.length) return null
  return (
    <ul aria-label={messages.quota.label} className={`${layout} text-soft text-sm tabular-nums`}>
      {lines.map(({ name, text, isNearLimit }) => (
        <li key={name} className={isNearLimit ? 'flex items-center gap-2 font-semibold text-ink' : ''}>
          {isNearLimit && <span className="dot pending" />}
          {text}
        </li>
      ))}
    </ul>
  )
}

/** Quotas without a limit are left out. */
function quotaLines(use: UploadUse) {
  return (['pending', 'bytes', 'uploads'] as const).flatMap((name) => {
    const { used, limit } = use[name]
    if (limit === null) return []
    return [{ name, text: quotaText[name](used, limit), isNearLimit: used > limit * 0.8 }]
  })
}

const quotaText = { ...messages.quota, bytes: storageText }
