import { statistics } from '@vitrine/contract/calls/back-office/dashboard'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { live, useRead } from '#api/back-office.ts'
import { DateText } from '#ui/back-office/date-time.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { messages } from './messages.ts'

type OverviewData = Reply<typeof statistics.overview>

/** Downloads of the last days, and the images downloaded most. */
export function Overview() {
  const query = useRead(statistics.overview, {}, live)
  return (
    <LoadState query={query} failed="The numbers of the last days could not be loaded.">
      {({ days, top }) => (
        <div className="mt-3 grid gap-3 md:grid-cols-2">
          <DailyDownloads days={days} />
          <TopImages images={top} />
        </div>
      )}
    </LoadState>
  )
}

const chartHeight = 72

/** A bar chart of the last days with their sum; a bar's tooltip shows its day and count. */
function DailyDownloads({ days }: { days: OverviewData['days'] }) {
  const counts = days.map(({ downloads }) => downloads)
  const max = Math.max(...counts, 1)
  const sum = counts.reduce((total, count) => total + count, 0)
  const heading = { title: 'Downloads', hint: `${sum.toLocaleString('en')} in ${days.length} days` }
  if (sum === 0) return <Panel {...heading} />
  return (
    <Panel {...heading}>
      {/* Hidden from screen readers: the sum is given as text above. */}
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${days.length * 10} ${chartHeight}`}
        preserveAspectRatio="none"
        className="mt-4 block h-18 w-full flex-1"
      >
        {days.map(({ day, downloads }, index) => (
          <rect
            key={day}
            x={index * 10 + 1}
            width={8}
            y={chartHeight - barHeight(downloads, max)}
            height={barHeight(downloads, max)}
            rx={1.5}
            className={downloads ? 'fill-accent' : 'fill-line'}
          >
            <title>{`${day}: ${downloads.toLocaleString('en')} downloads`}</title>
          </rect>
        ))}
      </svg>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-soft text-xs tabular-nums">
        {[days[0], days.at(-1)].map((end) => end && <DateText key={end.day} at={`${end.day}T12:00Z`} />)}
      </p>
    </Panel>
  )
}

/** A day without events still gets a visible bar. */
const barHeight = (count: number, max: number) => Math.max(2, (count / max) * chartHeight)

function TopImages({ images }: { images: OverviewData['top'] }) {
  return (
    <Panel title="Downloaded most" hint={images.length ? undefined : messages.noneYet}>
      <ol className="mt-3 grid gap-1">
        {images.map(({ id, slug, title, cloudflare_url, downloads }) => (
          <li key={id}>
            <a
              href={pages.image.href({ slug })}
              className="flex items-center gap-4 rounded-xl py-1.5 hover:text-accent"
            >
              <img src={cloudflare_url} alt="" className="checkerboard size-11 rounded-lg object-contain" />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title}
              </span>
              <span className="text-soft tabular-nums">{`${downloads.toLocaleString('en')} ×`}</span>
            </a>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
