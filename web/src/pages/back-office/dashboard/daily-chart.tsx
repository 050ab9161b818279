import { messages } from './messages.ts'
import type { Overview } from './overview-query.ts'

const chartHeight = 72

/** One bar for each day, the last on the right: a glance, with the sum in words. Each bar tells its own day on hover. */
export function DailyChart({ what, days }: { what: 'downloads' | 'approvals'; days: Overview['days'] }) {
  const counts = days.map((day) => day[what])
  const most = Math.max(...counts, 1)
  const sum = counts.reduce((all, one) => all + one, 0)
  return (
    <figure className="panel px-5 py-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="heading">{messages[what]}</span>
        <span className="text-soft text-sm tabular-nums">{messages.inDays(sum.toLocaleString('en'), days.length)}</span>
      </figcaption>
      {/* The sum is in words above; thirty numbers read aloud help nobody. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * 10} ${chartHeight}`}
        preserveAspectRatio="none"
        className="mt-4 block h-18 w-full"
      >
        {days.map(({ day, [what]: count }, at) => (
          <rect
            key={day}
            x={at * 10 + 1}
            width={8}
            y={chartHeight - barHeight(count, most)}
            height={barHeight(count, most)}
            rx={1.5}
            className={count ? 'fill-accent' : 'fill-line'}
          >
            <title>{messages.onDay(day, count.toLocaleString('en'), messages[what])}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-soft text-xs tabular-nums">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </figure>
  )
}

/** A day without any still has a foot to stand on. */
const barHeight = (count: number, most: number) => Math.max(2, (count / most) * chartHeight)
