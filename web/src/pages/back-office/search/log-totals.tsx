import { messages } from './messages.ts'
import type { SearchLogReply } from './search-queries.ts'

/** The sums of the period: searches, those without an answer, and the places of opened images. */
export function LogTotals({ totals }: { totals: SearchLogReply['totals'] }) {
  const { times, unanswered, corrected, first, near, far } = totals
  const opened = { first, near, far, none: Math.max(0, times - first - near - far) }
  return (
    <section aria-label={messages.totals} className="mt-5 grid gap-x-10 gap-y-5 sm:grid-cols-2">
      <dl className="grid content-start gap-1.5">
        <Total label={messages.searches} value={times.toLocaleString('en')} />
        <Total label={messages.unanswered} value={messages.share(unanswered, times)} />
        <Total label={messages.corrected} value={messages.share(corrected, times)} />
      </dl>
      <div>
        <h3 className="mb-1.5 font-medium text-sm">{messages.opened}</h3>
        <dl className="grid gap-1.5">
          {(['first', 'near', 'far', 'none'] as const).map((place) => (
            <Total key={place} label={messages.places[place]} value={messages.share(opened[place], times)} />
          ))}
        </dl>
      </div>
    </section>
  )
}

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4 border-line border-b pb-1.5 text-sm">
      <dt className="text-soft">{label}</dt>
      <dd className="shrink-0 tabular-nums">{value}</dd>
    </div>
  )
}
