import { useQueryClient } from '@tanstack/react-query'
import { type CsvRow, csv } from '@vitrine/contract/calls/csv'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type ChangeEvent, useState } from 'react'
import { ApiError, apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { CsvPlan } from './csv-plan.tsx'
import { messages } from './messages.ts'
import { saveFile } from './save-file.ts'

export type CsvUploadPlan = Reply<typeof csv.upload>

/** First what would change, then the changes: nothing happens before it was seen. */
export function CsvDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [plan, setPlan] = useState<CsvUploadPlan | null>(null)
  const [problem, setProblem] = useState('')
  const [isApplying, setApplying] = useState(false)

  const upload = (table: File, isDryRun: boolean) => {
    const form = new FormData()
    form.append('dry_run', String(isDryRun))
    form.append('file', table)
    return apiClient(send)(csv.upload, { form })
  }

  const look = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [table = null] = target.files ?? []
    setFile(table)
    setPlan(null)
    setProblem(table && !/\.csv$/i.test(table.name) ? messages.onlyCsv : '')
    if (table && /\.csv$/i.test(table.name))
      await upload(table, true).then(setPlan, (error) => setProblem(errorMessage(error)))
  }

  const apply = async () => {
    setApplying(true)
    try {
      const done = await upload(file!, false)
      toast('success', done.message)
      void cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      if (done.wrong === 0) return onClose()
      setPlan({ ...done, changed: 0, rows: done.rows.filter(({ outcome }) => outcome === 'wrong') })
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setApplying(false)
    }
  }

  return (
    <Dialog title={messages.title} onClose={onClose}>
      <p className="mt-2 text-soft">{messages.hint}</p>
      <label className="mt-5 grid gap-1.5">
        <span className="font-medium text-sm">{messages.choose}</span>
        <input
          type="file"
          accept=".csv"
          onChange={look}
          className="field cursor-pointer"
          aria-describedby="csv-problem"
        />
      </label>
      <p id="csv-problem" role="alert" className="mt-2 text-bad text-sm empty:hidden">
        {problem}
      </p>
      {file && !plan && !problem && <p className="mt-4 text-soft">{messages.reading}</p>}
      {plan && <CsvPlan plan={plan} />}
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
          {messages.cancel}
        </button>
        <button
          type="button"
          className="button main small"
          disabled={!plan || plan.changed === 0 || isApplying}
          onClick={apply}
        >
          {isApplying ? messages.applying : messages.apply(plan?.changed ?? 0)}
        </button>
      </form>
    </Dialog>
  )
}

const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : csv.upload.messages.failed)

/** The rows that were refused, with the reasons, for whoever mends them in a spreadsheet. */
function wrongRowsCsv(rows: CsvRow[]): Blob {
  const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`
  const lines = rows.flatMap(({ outcome, row, name, message }) =>
    outcome === 'wrong' ? [[row, name, message].map(quoted).join(',')] : [],
  )
  return new Blob([['"Row","Image","Problem"', ...lines].join('\r\n')], { type: 'text/csv' })
}
