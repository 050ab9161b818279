import type { CsvRow } from '@vitrine/contract/calls/back-office/csv'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { CsvPlan } from './csv-plan.tsx'
import { messages } from './messages.ts'
import { saveFile } from './save-file.ts'
import { useCsvUpload } from './use-csv-upload.ts'

/** A CSV upload in two steps: a preview of the changes, then applying them. */
export function CsvDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { plan, problem, isReading, isApplying, isApplied, chooseFile, apply } = useCsvUpload(user, onClose)
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <p className="mt-2 text-soft">{messages.hint}</p>
      <label className="mt-5 grid gap-1.5">
        <span className="font-medium text-sm">{messages.choose}</span>
        <input
          type="file"
          accept=".csv"
          onChange={({ target }) => void chooseFile(target.files?.[0] ?? null)}
          className="field cursor-pointer"
          aria-describedby="csv-problem"
        />
      </label>
      <p id="csv-problem" role="alert" className="mt-2 text-bad text-sm empty:hidden">
        {problem}
      </p>
      {isReading && <p className="mt-4 text-soft">{messages.reading}</p>}
      {plan && <CsvPlan plan={plan} isApplied={isApplied} />}
      <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-2.5">
        {plan && plan.wrong > 0 && (
          <button
            type="button"
            className="button small"
            onClick={() => saveFile(wrongRowsCsv(plan.rows), 'wrong-rows.csv')}
          >
            {messages.errors}
          </button>
        )}
        <button type="submit" className="button small">
          {isApplied ? messages.done : messages.cancel}
        </button>
        {!isApplied && (
          <button type="button" className="button main small" disabled={!plan?.changed || isApplying} onClick={apply}>
            {isApplying ? messages.applying : messages.apply(plan?.changed ?? 0)}
          </button>
        )}
      </form>
    </Dialog>
  )
}

/** The refused rows with their reasons as CSV, to be corrected in a spreadsheet. */
function wrongRowsCsv(rows: CsvRow[]): Blob {
  const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`
  const lines = rows.flatMap(({ outcome, row, name, message }) =>
    outcome === 'wrong' ? [[row, name, message].map(quoted).join(',')] : [],
  )
  return new Blob([['"Row","Image","Problem"', ...lines].join('\r\n')], { type: 'text/csv' })
}
