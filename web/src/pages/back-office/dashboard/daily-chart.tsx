import { messages } from './messages.ts'
import type { Overview } from './overview-query.ts'

const chartHeight = 72

/** A bar chart of the last days with their sum; a bar's tooltip shows its day and count. */
export function DailyChart({ metric, days }: { metric: 'downloads' | 'approvals'; days: Overview['days'] }) {
  const counts = days.map((day) => day[metric])
  const max = Math.max(...counts, 1)
  const sum = counts.reduce((total, count) => total + count, 0)
  return (
    <figure className="panel flex flex-col px-5 py-4">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="heading">{messages[metric]}</span>
        <span className="text-soft text-sm tabular-nums">{messages.inDays(sum.toLocaleString('en'), days.length)}</span>
      </figcaption>
      {/* Hidden from screen readers: the sum is given as text above. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * 10} ${chartHeight}`}
        preserveAspectRatio="none"
        className="mt-4 block h-18 w-full flex-1"
      >
        {days.map(({ day, [metric]: count }, index) => (
          <rect
            key={day}
            x={index * 10 + 1}
            width={8}
            y={chartHeight - barHeight(count, max)}
            height={barHeight(count, max)}
            rx={1.5}
            className={count ? 'fill-accent' : 'fill-line'}
          >
            <title>{messages.onDay(day, count.toLocaleString('en'), messages[metric])}</title>
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

/** A day without events still gets a visible bar. */
const barHeight = (count: number, max: number) => Math.max(2, (count / max) * chartHeight)
