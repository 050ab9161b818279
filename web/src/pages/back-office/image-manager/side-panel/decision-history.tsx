import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { backOfficeHref } from '@vitrine/contract/pages'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { useRead, useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { DecisionList } from '#shells/back-office/decision-history.tsx'
import { messages } from '../messages.ts'

const summaryLayout = 'flex min-h-6 list-none items-center justify-between [&::-webkit-details-marker]:hidden'

/** The decisions about an image, fetched when the section is opened, and for admins the way to its reports. */
export function DecisionHistory({ image }: { image: number }) {
  const user = useUser()
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
      {isOpen && <DecisionList image={image} />}
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

/** The way to the image in review, and the other admin in whose queue it is at present. */
export function CurrentReviewer({ image }: { image: number }) {
  const user = useUser()
  const { data } = useRead(backOffice.history, { params: { id: image } })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
      <a className="link inline-block min-h-6" href={backOfficeHref(user, 'review') + queryString({ image })}>
        {messages.openInReview}
      </a>
      {data?.reviewer && messages.reviewedBy(data.reviewer)}
    </p>
  )
}
