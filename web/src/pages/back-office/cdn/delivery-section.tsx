import { useQuery } from '@tanstack/react-query'
import type { CdnStatus } from '@vitrine/contract/calls/cdn'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useAppContext } from '#api/app-context.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { messages } from './messages.ts'
import { SampleImage } from './sample-image.tsx'
import { statusQuery } from './status-query.ts'
import { StopUsingCdn } from './stop-using-cdn.tsx'

interface DeliverySectionProps {
  user: SignedInUser
  /** The configuration was taken away. */
  onLeft: () => void
}

/** How far Cloudflare delivers what visitors see, what is in the way, and the way out. */
export function DeliverySection({ user, onLeft }: DeliverySectionProps) {
  const { send } = useAppContext()
  const query = useQuery(statusQuery(send, user))
  return (
    <section aria-labelledby="delivery" className="panel mt-6 max-w-2xl px-6 py-7 sm:px-9 sm:py-8">
      <h2 id="delivery" className="heading mb-3">
        {messages.delivery}
      </h2>
      <LoadState query={query} loading={messages.loading} failed={messages.statusFailed}>
        {(status) =>
          status.state === 'off' ? (
            <p className="text-soft">{messages.off}</p>
          ) : (
            <DeliveryDetails {...{ user, onLeft, status }} />
          )
        }
      </LoadState>
    </section>
  )
}

function DeliveryDetails({ user, onLeft, status }: DeliverySectionProps & { status: CdnStatus }) {
  const isOn = status.state === 'on'
  return (
    <div className="grid gap-5">
      {isOn ? <DeliveryProgress status={status} /> : <RemovalProgress status={status} />}
      {status.trouble && <ErrorNotice sentence={status.trouble} seconds={status.rests_seconds} />}
      {isOn && <Limitations status={status} />}
      {isOn && status.shown && <SampleImage key={status.shown} address={status.shown} />}
      {isOn && <StopUsingCdn user={user} onLeft={onLeft} />}
    </div>
  )
}

function DeliveryProgress({ status: { approved, there, coming, leaving } }: { status: CdnStatus }) {
  return (
    <div className="grid gap-2.5 tabular-nums">
      <p className="text-pretty">{messages.delivered(there, approved)}</p>
      <progress className="meter" value={there} max={approved || 1} aria-label={messages.progress} />
      {coming > 0 && <p className="text-soft text-sm">{messages.onTheWay(coming)}</p>}
      {leaving > 0 && <p className="text-soft text-sm">{messages.toBeRemoved(leaving)}</p>}
    </div>
  )
}

/** How many there were is not known any more; no more than are public, but for those that were rejected meanwhile. */
function RemovalProgress({ status: { approved, there, coming, unfit, leaving } }: { status: CdnStatus }) {
  const left = there + coming + unfit + leaving
  const all = Math.max(approved, left, 1)
  return (
    <div className="grid gap-2.5 tabular-nums">
      <p className="text-pretty">{messages.removalLeft(left)}</p>
      <progress className="meter" value={all - left} max={all} aria-label={messages.removing} />
      <p className="text-pretty text-soft text-sm">{messages.removalHint}</p>
    </div>
  )
}

/** The time beside the alert, not within: it changes every three seconds, and nobody wants to hear that. */
function ErrorNotice({ sentence, seconds }: { sentence: string; seconds: number }) {
  return (
    <div className="flex gap-3 rounded-2xl border border-line bg-paper px-4 py-3">
      <TriangleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 text-pretty wrap-break-word">
        <p role="alert">{sentence}</p>
        <p className="mt-1 text-soft text-sm tabular-nums">{messages.nextAttempt(seconds)}</p>
      </div>
    </div>
  )
}

/** What does not get better by waiting. */
function Limitations({ status: { unfit, refused, own_sizes, trouble } }: { status: CdnStatus }) {
  // While the service has not answered, nobody knows what it can do.
  const isOneSize = !own_sizes && !trouble
  if (!unfit && !isOneSize) return null
  return (
    <div className="grid gap-4 text-pretty wrap-break-word">
      {unfit > 0 && (
        <div>
          <p>{messages.rejected(unfit)}</p>
          {refused && <p className="mt-1 text-soft text-sm">{refused}</p>}
          <p className="mt-1 text-soft text-sm">{messages.rejectedHint}</p>
        </div>
      )}
      {isOneSize && (
        <div>
          <p>{messages.oneSize}</p>
          <p className="mt-1 text-soft text-sm">{messages.oneSizeHint}</p>
        </div>
      )}
    </div>
  )
}
