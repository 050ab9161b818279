import type { CsvRow } from '@vitrine/contract/csv'
import type { Plan } from './csv-dialog.tsx'
import { words } from './csv-words.ts'

/** More rows than these nobody reads here; wrong ones come first. */
const most = 100

/** What a table would change, row by row. Rows that change nothing are counted alone. */
export function CsvPlan({ plan }: { plan: Plan }) {
  const told = [...ofOutcome(plan.rows, 'wrong'), ...ofOutcome(plan.rows, 'changed')]
  return (
    <section className="mt-5" aria-live="polite">
      <p className="font-medium">{words.counts(plan.changed, plan.same, plan.wrong)}</p>
      {told.length === 0 && <p className="mt-1 text-soft">{words.nothing}</p>}
      {told.length > 0 && (
        <section
          className="mt-3 max-h-72 overflow-auto rounded-xl border border-line"
          aria-label={words.change}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must get into it
          tabIndex={0}
        >
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-raise">
              <tr className="border-line border-b">
                {[words.row, words.image, words.change].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.slice(0, most).map((row) => (
                <Row key={row.row} {...row} />
              ))}
            </tbody>
          </table>
          {told.length > most && <p className="px-3 py-2 text-soft text-sm">{words.more(told.length - most)}</p>}
        </section>
      )}
    </section>
  )
}

const ofOutcome = (rows: CsvRow[], outcome: CsvRow['outcome']) => rows.filter((row) => row.outcome === outcome)

function Row({ row, name, message, changes }: CsvRow) {
  return (
    <tr className="border-line border-b align-top last:border-0">
      <td className="px-3 py-2 text-soft tabular-nums">{row}</td>
      <td className="break-all px-3 py-2">{name}</td>
      <td className="px-3 py-2">
        {message && <span className="text-bad">{message}</span>}
        {changes.map(({ at, from, to }) => (
          <p key={at} className="break-words">
            <span className="text-soft">{words.fields[at] ?? at}: </span>
            <del className="text-soft">{from || words.empty}</del> → <ins className="no-underline">{to}</ins>
          </p>
        ))}
      </td>
    </tr>
  )
}
