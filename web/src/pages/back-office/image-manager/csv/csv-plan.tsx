import type { CsvRow, csv } from '@vitrine/contract/calls/back-office/csv'
import type { Reply } from '@vitrine/contract/endpoint'
import { type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import { messages } from './messages.ts'

export type CsvUploadPlan = Reply<typeof csv.upload>

/** Number of rows shown; refused rows come first. */
const maxRows = 100

/** The changes that a CSV would make, row by row; unchanged and applied rows are only counted. */
export function CsvPlan({ plan, isApplied }: { plan: CsvUploadPlan; isApplied: boolean }) {
  const shown = isApplied ? (['wrong'] as const) : (['wrong', 'changed'] as const)
  const rows = shown.flatMap((outcome) => rowsWithOutcome(plan.rows, outcome))
  return (
    <section className="mt-5" aria-live="polite">
      <p className="font-medium">{isApplied ? messages.applied(plan) : messages.planned(plan)}</p>
      {!isApplied && plan.waiting > 0 && <p className="mt-1 text-soft">{messages.reviewed}</p>}
      {rows.length === 0 && <p className="mt-1 text-soft">{messages.nothing}</p>}
      {rows.length > 0 && (
        <section
          className="mt-3 max-h-72 overflow-auto rounded-xl border border-line"
          aria-label={messages.change}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
          tabIndex={0}
        >
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-raise">
              <tr className="border-line border-b">
                {[messages.row, messages.image, messages.change].map((name) => (
                  <th key={name} scope="col" className="px-3 py-2 font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, maxRows).map((row) => (
                <Row key={row.row} {...row} />
              ))}
            </tbody>
          </table>
          {rows.length > maxRows && (
            <p className="px-3 py-2 text-soft text-sm">{messages.more(rows.length - maxRows)}</p>
          )}
        </section>
      )}
    </section>
  )
}

const fieldLabel = (name: string) => imageFields[name as ImageFieldName]?.label ?? name

const rowsWithOutcome = (rows: CsvRow[], outcome: CsvRow['outcome']) => rows.filter((row) => row.outcome === outcome)

function Row({ row, name, message, changes }: CsvRow) {
  return (
    <tr className="border-line border-b align-top last:border-0">
      <td className="px-3 py-2 text-soft tabular-nums">{row}</td>
      <td className="break-all px-3 py-2">{name}</td>
      <td className="px-3 py-2">
        {message && <span className="text-bad">{message}</span>}
        {changes.map(({ at, from, to }) => (
          <p key={at} className="break-words">
            <span className="text-soft">{fieldLabel(at)}: </span>
            <del className="text-soft">{from || messages.empty}</del> → <ins className="no-underline">{to}</ins>
          </p>
        ))}
      </td>
    </tr>
  )
}
