import type { Retention, StoredData } from '@vitrine/contract/vocabulary/own-data/kept-data'
import { messages } from './messages.ts'

interface StoredDataListProps {
  of: readonly StoredData[]
  retention: Retention
}

/** What is stored, why, and for how long: three columns on wide screens. */
export function StoredDataList({ of, retention }: StoredDataListProps) {
  return (
    <dl className="mt-4 divide-y divide-line border-line border-y">
      {of.map(({ what, why, howLong }) => (
        <div key={what} className="grid gap-x-6 gap-y-1.5 py-3.5 sm:grid-cols-[3fr_2fr_2fr]">
          <dt className="font-semibold">{what}</dt>
          <dd>
            <span className="block text-soft text-sm">{messages.why}</span>
            {why}
          </dd>
          <dd>
            <span className="block text-soft text-sm">{messages.howLong}</span>
            {howLong(retention)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
