import { type CdnStatus, cdn } from '@vitrine/contract/calls/back-office/cdn'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { eachVisit, useRead } from '#api/back-office.ts'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { SmallButton } from '#ui/button.tsx'
import { useListener } from '#ui/use-listener.ts'
import { messages } from './messages.ts'

/** Delivery progress, errors and rejections, and the button that stops using Cloudflare. */
export function DeliverySection({ onStopped }: { onStopped: () => void }) {
  const query = useRead(
    cdn.status,
    {},
    // Polled while it changes by itself.
    { ...eachVisit, refetchInterval: ({ state: { data } }) => (data && isInProgress(data) ? 3000 : false) },
  )
  return (
    <Panel title="Delivery">
      <LoadState query={query} failed="Failed to load how far delivery is.">
        {(status) =>
          status.state === 'off' ? (
            <div className="mt-3 grid gap-2.5 text-pretty text-soft">
              <p>Cloudflare delivers nothing. Visitors get every picture from our own address.</p>
              <p>{messages.offHint}</p>
            </div>
          ) : (
            <DeliveryDetails {...{ onStopped, status }} />
          )
        }
      </LoadState>
    </Panel>
  )
}

function DeliveryDetails({ onStopped, status }: { onStopped: () => void; status: CdnStatus }) {
  // Image URLs change, and the configuration is empty.
  const { call, isBusy } = useCall()
  const stop = async () => {
    if (await call(cdn.takeAway)) onStopped()
  }
  const isOn = status.state === 'on'
  return (
    <div className="mt-3 grid gap-5">
      {isOn ? <DeliveryProgress status={status} /> : <RemovalProgress status={status} />}
      {status.trouble && <ErrorNotice message={status.trouble} seconds={status.rests_seconds} />}
      {isOn && status.unfit > 0 && <Rejections status={status} />}
      {isOn && status.shown && <SampleImage key={status.shown} url={status.shown} />}
      {isOn && (
        <ConfirmButton
          label="Stop using Cloudflare"
          className="justify-self-start text-bad!"
          question={messages.confirmStopUsing}
          isDisabled={isBusy}
          onConfirm={() => void stop()}
        />
      )}
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

/** The former number of copies is unknown; the public images are the estimate, unless more copies are left. */
function RemovalProgress({ status: { approved, there, coming, unfit, leaving } }: { status: CdnStatus }) {
  const left = there + coming + unfit + leaving
  const all = Math.max(approved, left, 1)
  return (
    <div className="grid gap-2.5 tabular-nums">
      <p className="text-pretty">{messages.removalLeft(left)}</p>
      <progress className="meter" value={all - left} max={all} aria-label="Copies that have been removed there" />
      <p className="text-pretty text-soft text-sm">{messages.removalHint}</p>
    </div>
  )
}

/** The retry time is outside the alert, since screen readers would announce it every three seconds. */
function ErrorNotice({ message, seconds }: { message: string; seconds: number }) {
  return (
    <div className="flex gap-3 rounded-2xl border border-line bg-paper px-4 py-3">
      <TriangleAlert size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 text-pretty wrap-break-word">
        <p role="alert">{message}</p>
        <p className="mt-1 text-soft text-sm tabular-nums">{messages.nextAttempt(seconds)}</p>
      </div>
    </div>
  )
}

/** What Cloudflare does not take, which does not resolve itself over time. */
function Rejections({ status: { unfit, refused } }: { status: CdnStatus }) {
  return (
    <div className="text-pretty wrap-break-word">
      <p>{messages.rejected(unfit)}</p>
      {refused && <p className="mt-1 text-soft text-sm">{refused}</p>}
      <p className="mt-1 text-soft text-sm">{messages.rejectedHint}</p>
    </div>
  )
}

/** Right after saving nothing is queued yet, so missing images count as progress too. */
export function isInProgress({ state, approved, there, coming, unfit, leaving, rests_seconds }: CdnStatus): boolean {
  if (state === 'off') return false
  return state === 'leaving' || rests_seconds > 0 || coming + leaving > 0 || there + unfit < approved
}

/** An image from the CDN domain: only a browser can test it. A page older than the domain has a policy without it. */
function SampleImage({ url }: { url: string }) {
  const [failure, setFailure] = useState<'not loaded' | 'blocked' | null>(null)
  const domain = new URL(url).host

  useListener('securitypolicyviolation', ({ blockedURI }) => url.startsWith(blockedURI) && setFailure('blocked'))

  if (failure === 'blocked')
    return (
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-soft text-sm">{messages.blockedByPolicy(domain)}</p>
        <SmallButton onClick={() => location.reload()} text="Reload" />
      </div>
    )
  if (failure)
    return (
      <p role="alert" className="text-pretty text-bad wrap-break-word">
        {messages.sampleMissing(domain)}
      </p>
    )
  return (
    <figure className="flex items-center gap-4">
      <img
        className="checkerboard size-24 shrink-0 rounded-2xl object-contain p-2"
        src={url}
        alt={messages.sample}
        width={96}
        height={96}
        onError={() => setFailure((known) => known ?? 'not loaded')}
      />
      <figcaption className="min-w-0 text-pretty text-soft text-sm wrap-break-word">
        {`A picture as your browser gets it from ${domain}.`}
      </figcaption>
    </figure>
  )
}
