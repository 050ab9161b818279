import { useQuery } from '@tanstack/react-query'
import type { CdnStatus } from '@vitrine/contract/hosting'
import type { SignedInUser } from '@vitrine/contract/users'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { LoadState } from '../../parts/awaited.tsx'
import { useAppContext } from '../../surroundings.ts'
import { Leave } from './leave.tsx'
import { Sample } from './sample.tsx'
import { statusOf } from './status-of.ts'
import { words } from './words.ts'

interface Delivered {
  user: SignedInUser
  /** The configuration was taken away. */
  onLeft: () => void
}

/** How far Cloudflare delivers what visitors see, what is in the way, and the way out. */
export function Delivery({ user, onLeft }: Delivered) {
  const { send } = useAppContext()
  const query = useQuery(statusOf(send, user))
  return (
    <section aria-labelledby="delivery" className="panel mt-6 max-w-2xl px-6 py-7 sm:px-9 sm:py-8">
      <h2 id="delivery" className="heading mb-3">
        {words.delivery}
      </h2>
      <LoadState query={query} loading={words.loading} failed={words.statusFailed}>
        {(status) =>
          status.state === 'off' ? <p className="text-soft">{words.off}</p> : <InForce {...{ user, onLeft, status }} />
        }
      </LoadState>
    </section>
  )
}

function InForce({ user, onLeft, status }: Delivered & { status: CdnStatus }) {
  const isOn = status.state === 'on'
  return (
    <div className="grid gap-5">
      {isOn ? <Arriving status={status} /> : <Leaving status={status} />}
      {status.trouble && <Trouble sentence={status.trouble} seconds={status.rests_seconds} />}
      {isOn && <Shortfalls status={status} />}
      {isOn && status.shown && <Sample key={status.shown} address={status.shown} />}
      {isOn && <Leave user={user} onLeft={onLeft} />}
    </div>
  )
}

function Arriving({ status: { approved, there, coming, leaving } }: { status: CdnStatus }) {
  return (
    <div className="grid gap-2.5 tabular-nums">
      <p className="text-pretty">{words.delivered(there, approved)}</p>
      <progress className="meter" value={there} max={approved || 1} aria-label={words.progress} />
      {coming > 0 && <p className="text-soft text-sm">{words.coming(coming)}</p>}
      {leaving > 0 && <p className="text-soft text-sm">{words.going(leaving)}</p>}
    </div>
  )
}

/** How many there were is not known any more; no more than are public, but for those that were rejected meanwhile. */
function Leaving({ status: { approved, there, coming, unfit, leaving } }: { status: CdnStatus }) {
  const left = there + coming + unfit + leaving
  const all = Math.max(approved, left, 1)
  return (
    <div className="grid gap-2.5 tabular-nums">
      <p className="text-pretty">{words.left(left)}</p>
      <progress className="meter" value={all - left} max={all} aria-label={words.removing} />
      <p className="text-pretty text-soft text-sm">{words.leftHint}</p>
    </div>
  )
}

/** The time beside the alert, not within: it changes every three seconds, and nobody wants to hear that. */
function Trouble({ sentence, seconds }: { sentence: string; seconds: number }) {
  return (
    <div className="flex gap-3 rounded-2xl border border-line bg-paper px-4 py-3">
      <TriangleAlert aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 text-pretty wrap-break-word">
        <p role="alert">{sentence}</p>
        <p className="mt-1 text-soft text-sm tabular-nums">{words.again(seconds)}</p>
      </div>
    </div>
  )
}

/** What does not get better by waiting. */
function Shortfalls({ status: { unfit, refused, own_sizes, trouble } }: { status: CdnStatus }) {
  // While the service has not answered, nobody knows what it can do.
  const isOneSize = !own_sizes && !trouble
  if (!unfit && !isOneSize) return null
  return (
    <div className="grid gap-4 text-pretty wrap-break-word">
      {unfit > 0 && (
        <div>
          <p>{words.unfit(unfit)}</p>
          {refused && <p className="mt-1 text-soft text-sm">{refused}</p>}
          <p className="mt-1 text-soft text-sm">{words.unfitHint}</p>
        </div>
      )}
      {isOneSize && (
        <div>
          <p>{words.oneSize}</p>
          <p className="mt-1 text-soft text-sm">{words.oneSizeHint}</p>
        </div>
      )}
    </div>
  )
}
