import { useQuery } from '@tanstack/react-query'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { decisionHistoryQuery } from '#shells/back-office/decision-history-query.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { messages as trustMessages } from '#ui/back-office/messages.ts'
import { messages as editMessages } from '#ui/back-office/waiting-edit/messages.ts'
import { messages as shared } from '#ui/messages.ts'
import { messages } from '../messages.ts'

const summaryLayout = 'flex min-h-6 list-none items-center justify-between [&::-webkit-details-marker]:hidden'

/** The decisions about an image, fetched when the section is opened, and for admins the way to its reports. */
export function DecisionHistory({ user, image }: { user: SignedInUser; image: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group border-line border-t pt-3"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className={`${summaryLayout} cursor-pointer font-medium text-sm`}>
        {messages.history}
        <ChevronDown aria-hidden="true" size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <DecisionList user={user} image={image} />}
      {isOpen && user.role === 'admin' && (
        <a
          className="link mt-2 inline-block min-h-6 text-sm"
          href={backOfficeHref(user, 'reports') + queryString({ image })}
        >
          {messages.toReports}
        </a>
      )}
    </details>
  )
}

function DecisionList({ user, image }: { user: SignedInUser; image: number }) {
  const { send } = useAppContext()
  const { data, isError } = useQuery(decisionHistoryQuery(send, user, image))
  if (!data) return <p className="mt-2 text-soft text-sm">{isError ? messages.historyFailed : shared.loading}</p>
  if (data.decisions.length === 0) return <p className="mt-2 text-soft text-sm">{messages.noHistory}</p>
  return (
    <ol className="mt-2 grid gap-2.5 text-sm">
      {data.decisions.map(({ at, status, reason, note, by, about_edit, is_automatic }) => (
        <li key={at} className="grid grid-cols-[auto_1fr] items-baseline gap-x-2">
          <span className={`dot ${status}`} />
          <span>
            {is_automatic ? trustMessages.wentLive : statusText(status, about_edit)} {by && messages.decidedBy(by)}
            <span className="block text-soft text-xs">
              <DateTimeText at={at} />
            </span>
            {reason && <span className="block text-soft">{rejectionMessage(reason)}</span>}
            {note && (
              <span dir="auto" className="block text-soft">
                {note}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

const statusText = (status: ImageStatus, isAboutEdit: boolean) =>
  (isAboutEdit ? editMessages.decided : messages.statuses)[status]

/** The way to the image in review, and the other admin in whose queue it is at present. */
export function CurrentReviewer({ user, image }: { user: SignedInUser; image: number }) {
  const { send } = useAppContext()
  const { data } = useQuery(decisionHistoryQuery(send, user, image))
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <a className="link inline-block min-h-6" href={backOfficeHref(user, 'review') + queryString({ image })}>
        {messages.openInReview}
      </a>
      {data?.reviewer && messages.reviewedBy(data.reviewer)}
    </p>
  )
}
