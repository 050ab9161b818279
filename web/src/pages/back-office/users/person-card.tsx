import type { UserAccount } from '@vitrine/contract/calls/accounts/people'
import { backOfficeHref, personHref } from '@vitrine/contract/pages'
import { trustLabels, trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { AccountStatus, PersonFacts } from './account-status.tsx'
import { BlockButton } from './block-button.tsx'
import { messages } from './messages.ts'

export function PersonCard({ person }: { person: UserAccount }) {
  const user = useUser()
  const { username, role, trust } = person
  return (
    <li className="panel flex min-w-0 flex-col px-5 py-4.5">
      <div className="flex items-center gap-3.5">
        <Avatar user={{ username, image: null }} size={44} />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere font-semibold leading-snug">
            <a href={personHref(user, username)} className="link inline-block min-h-6">
              {username}
            </a>
          </h2>
          <p className="flex flex-wrap justify-between gap-x-4 text-soft text-sm">
            <span title={trust ? trustReason(trust) : undefined}>
              {messages.role[role]}
              {trust && ` · ${trustLabels[trust.level]}`}
            </span>
            <AccountStatus person={person} />
          </p>
        </div>
      </div>
      <PersonFacts person={person} />
      <p className="mt-1 text-soft text-sm tabular-nums">{messages.imageNumbers(person.images)}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2.5 pt-4">
        {username === user.username ? (
          <p className="min-h-6 text-soft text-sm">{messages.you}</p>
        ) : (
          <BlockButton person={person} />
        )}
        <a
          href={backOfficeHref(user, 'audit') + queryString({ username })}
          aria-label={messages.historyOf(username)}
          className="link flex min-h-9.5 items-center text-sm"
        >
          {messages.history}
        </a>
      </div>
    </li>
  )
}
