import { type Person, people } from '@vitrine/contract/calls/accounts/people'
import { fullName } from '@vitrine/contract/display-name'
import { backOfficeHref, pages } from '@vitrine/contract/pages'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import {
  ruleTexts,
  type TrustLevel,
  trustLabels,
  trustLevels,
  trustReason,
} from '@vitrine/contract/vocabulary/trust/trust-levels'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useParams } from 'react-router'
import { eachVisit, useRead, useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { Avatar } from '#ui/back-office/avatar.tsx'
import { relativeTime } from '#ui/back-office/date-time.tsx'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { imageHref } from '#ui/back-office/image-href.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { messages as shared } from '#ui/back-office/messages.ts'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { SelectField } from '#ui/forms/form-field.tsx'
import { AccountStatus, BlockButton, PersonFacts } from './account-status.tsx'
import { messages } from './messages.ts'

/** One account, its numbers and what was decided about its images (requirements: #person-page). */
export function PersonPage() {
  const user = useUser()
  const { person = '' } = useParams()
  const query = useRead(people.one, { params: { username: person } }, eachVisit)
  return (
    <>
      <a href={backOfficeHref(user, 'users')} className="link mb-4 inline-flex min-h-9 items-center gap-1.5 text-sm">
        <ArrowLeft size={16} />
        All users
      </a>
      <LoadState query={query} failed="There is no such user, or the line is gone.">
        {({ person: found }) => (
          <>
            <PersonHead person={found} />
            <ImageNumbers person={found} />
            <LevelSection person={found} />
            <PersonDecisions person={found} />
          </>
        )}
      </LoadState>
    </>
  )
}

function PersonHead({ person }: { person: Person }) {
  const user = useUser()
  const { call } = useCall()
  const { id, username, role, has_page } = person
  const other = role === 'admin' ? 'user' : 'admin'
  return (
    <section className="panel flex flex-wrap items-start gap-x-7 gap-y-5 px-6 py-6">
      <Avatar user={person} size={88} />
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="display wrap-anywhere text-[clamp(1.5rem,2.5vw,2.125rem)]!">{username}</h1>
        <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-soft">
          {fullName(person) && <span dir="auto">{fullName(person)}</span>}
          {messages.role[role]}
          <AccountStatus person={person} />
        </p>
        <PersonFacts person={person} />
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <a href={backOfficeHref(user, 'audit') + queryString({ username })} className="link inline-block min-h-6">
            {messages.history}
          </a>
          {has_page && (
            <a href={pages.contributor.href({ username })} className="link inline-block min-h-6">
              Public page
            </a>
          )}
        </p>
      </div>
      {username === user.username ? (
        <p className="text-soft text-sm">{messages.you}</p>
      ) : (
        <div className="flex flex-wrap gap-2.5">
          <ConfirmButton
            label={messages.makeRole[other]}
            question={messages.sureToMake[other](username)}
            effects={messages.roleEffects[other]}
            onConfirm={() => void call(people.setRole, { params: { id }, body: { role: other } })}
          />
          <BlockButton person={person} />
        </div>
      )}
    </section>
  )
}

function ImageNumbers({ person: { images } }: { person: Person }) {
  const decided = images.approved + images.rejected
  const numbers = [
    ['Images', decided + images.pending],
    ['Pending', images.pending],
    ['Approved', images.approved],
    ['Rejected', images.rejected],
    ['Approval rate', decided ? `${Math.round((images.approved / decided) * 100)} %` : '–'],
  ] as const
  return (
    <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {numbers.map(([label, value]) => (
        <div key={label} className="panel px-5 py-4">
          <dt className="text-soft text-sm">{label}</dt>
          <dd className="mt-1 font-[680] text-3xl tabular-nums tracking-tight">{value.toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}

function PersonDecisions({ person: { decisions } }: { person: Person }) {
  const user = useUser()
  return (
    <Panel title="Latest decisions" className="mt-3" hint={decisions.length ? undefined : messages.noDecisions}>
      <ul className="mt-2 divide-y divide-line">
        {decisions.map((decision) => (
          <li key={decision.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
            <p className="flex min-w-0 flex-1 basis-72 flex-wrap items-baseline gap-x-3">
              <span className="flex items-center gap-2 text-sm">
                <span className={`dot ${decision.status}`} />
                {(decision.about_edit ? messages.editStatus : shared.statuses)[decision.status]}
              </span>
              <a
                href={imageHref(user, decision.image_id)}
                className="link wrap-anywhere inline-block min-h-6 font-medium"
              >
                <span dir="auto">{decision.title}</span>
              </a>
              <span dir="auto" className="wrap-anywhere text-soft text-sm">
                {[decision.reason && rejectionMessage(decision.reason), decision.note].filter(Boolean).join(' ')}
              </span>
            </p>
            <p className="text-soft text-sm">
              {`${decision.is_automatic ? shared.wentLive : (decision.by ?? 'Command line')} · `}
              <time dateTime={decision.at}>{relativeTime(decision.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function LevelSection({ person }: { person: Person }) {
  const { call } = useCall()
  const { id, trust } = person
  const setLevel = (level: TrustLevel | null) => void call(people.setLevel, { params: { id }, body: { level } })
  if (!trust) return null
  return (
    <Panel title={shared.level} className="mt-3">
      <p className="mt-2">{trustReason(trust)}</p>
      <details className="mt-1 mb-4 text-soft text-sm">
        <summary className="min-h-6 w-fit cursor-pointer">The rules</summary>
        {ruleTexts.map((text) => (
          <p key={text} className="mt-1">
            {text}
          </p>
        ))}
      </details>
      <SelectField
        label="Level of this person"
        className="field compact"
        none="By the rules"
        choices={trustLevels.map((level) => ({ value: level, label: trustLabels[level] }))}
        value={trust.is_set_by_admin ? trust.level : ''}
        onChoose={(level) => setLevel(level || null)}
      />
    </Panel>
  )
}
