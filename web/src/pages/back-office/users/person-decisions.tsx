import type { Person } from '@vitrine/contract/calls/accounts/people'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { imageHref } from '#ui/back-office/image-href.ts'
import { relativeTime } from '#ui/back-office/relative-time.ts'
import { messages as trustMessages } from '#ui/back-office/trust/messages.ts'
import { messages } from './messages.ts'

/** The last decisions about a person's images; each leads to its image. */
export function PersonDecisions({ person, user }: { person: Person; user: SignedInUser }) {
  const { decisions } = person
  return (
    <section className="panel mt-3 px-6 py-5">
      <h2 className="heading">{messages.decisions}</h2>
      {decisions.length === 0 && <p className="mt-2 text-soft">{messages.noDecisions}</p>}
      <ul className="mt-2 divide-y divide-line">
        {decisions.map((decision) => (
          <li key={decision.id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
            <p className="flex min-w-0 flex-1 basis-72 flex-wrap items-baseline gap-x-3">
              <span className="flex items-center gap-2 text-sm">
                <span className={`dot ${decision.status}`} />
                {decision.about_edit ? messages.editStatus[decision.status] : messages[decision.status]}
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
              {`${decision.is_automatic ? trustMessages.wentLive : (decision.by ?? messages.byNobody)} · `}
              <time dateTime={decision.at}>{relativeTime(decision.at)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
