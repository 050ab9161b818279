import { useMutation } from '@tanstack/react-query'
import { type CsvRow, csv, onlyCsvMessage } from '@vitrine/contract/calls/back-office/csv'
import type { OwnFilter } from '@vitrine/contract/calls/back-office/lists'
import { endpointPath, type Reply } from '@vitrine/contract/endpoint'
import { type ImageFieldName, imageFields } from '@vitrine/contract/image-fields'
import Download from 'lucide-react/icons/download'
import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'
import { ApiError } from '#api/api-client.ts'
import { useApi, useAppContext } from '#api/app-context.ts'
import { useRefresh } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { imageCount } from '#search/messages.ts'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { SmallButton } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { type ListSearch, searchQuery } from '../filters/list-filters.ts'

interface CsvCounts {
  changed: number
  same: number
  wrong: number
  waiting: number
}

const messages = {
  hint:
    'Columns of Adobe Stock, Shutterstock or an export of ours, in any order. A row names its image by ID, slug or ' +
    'file name; an empty cell changes nothing.',
  planned: ({ changed, same, wrong, waiting }: CsvCounts) =>
    [
      `${changed} to change${waiting ? `, ${waiting === changed ? 'all' : waiting} of them wait for review` : ''}`,
      `${same} as they are`,
      ...(wrong ? [`${wrong} wrong`] : []),
    ].join(' · '),
  applied: ({ changed, wrong }: CsvCounts) => `${changed} changed, ${wrong} wrong`,
  reviewed: 'What is public stays as it is until your changes are approved.',
  change: 'What changes',
  more: (n: number) => `and ${n.toLocaleString('en')} more rows`,
  apply: (n: number) => `Change ${imageCount(n)}`,
  errors: 'Download the wrong rows',
}

export function CsvButtons({ list, search }: { list: OwnFilter; search: ListSearch }) {
  const { send } = useAppContext()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [isExporting, setIsExporting] = useState(false)

  const exportList = async () => {
    setIsExporting(true)
    const path = endpointPath(csv.download) + queryString({ list, ...searchQuery(search) })
    const { file } = await send({ method: csv.download.method, path })
    if (file) saveFile(file, `${list}-images.csv`)
    else toast('error', 'The list could not be exported.')
    setIsExporting(false)
  }

  return (
    <>
      <SmallButton onClick={() => setIsDialogOpen(true)}>
        <FileUp size={17} />
        <span className="max-sm:sr-only">Upload CSV</span>
      </SmallButton>
      <SmallButton onClick={exportList} disabled={isExporting}>
        <Download size={17} />
        <span className="max-sm:sr-only">{isExporting ? 'Exporting…' : 'Export CSV'}</span>
      </SmallButton>
      {isDialogOpen && <CsvDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}

/** A CSV upload in two steps: a preview of the changes, then applying them. */
function CsvDialog({ onClose }: { onClose: () => void }) {
  const { plan, problem, isReading, isApplying, isApplied, chooseFile, apply } = useCsvUpload(onClose)
  return (
    <Dialog title="Upload CSV" onClose={onClose}>
      <p className="mt-2 text-soft">{messages.hint}</p>
      <label className="mt-5 grid gap-1.5">
        <span className="font-medium text-sm">Choose a CSV file</span>
        <input
          type="file"
          accept=".csv"
          onChange={({ target }) => chooseFile(target.files?.[0] ?? null)}
          className="field cursor-pointer"
          aria-describedby="csv-problem"
        />
      </label>
      <p id="csv-problem" role="alert" className="mt-2 text-bad text-sm empty:hidden">
        {problem}
      </p>
      {isReading && <p className="mt-4 text-soft">Reading the table…</p>}
      {plan && <CsvPlan plan={plan} isApplied={isApplied} />}
      <form method="dialog" className="mt-6 flex flex-wrap justify-end gap-2.5">
        {plan && plan.wrong > 0 && (
          <SmallButton onClick={() => saveFile(wrongRowsCsv(plan.rows), 'wrong-rows.csv')} text={messages.errors} />
        )}
        <SmallButton type="submit" text={isApplied ? 'Done' : 'Cancel'} />
        {!isApplied && (
          <SmallButton
            className="main"
            disabled={!plan?.changed || isApplying}
            onClick={apply}
            text={isApplying ? 'Changing…' : messages.apply(plan?.changed ?? 0)}
          />
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

function useCsvUpload(onDone: () => void) {
  const call = useApi()
  const refresh = useRefresh()
  const [file, setFile] = useState<File | null>(null)
  const upload = (isDryRun: boolean) => (table: File) => {
    const form = new FormData()
    form.append('dry_run', String(isDryRun))
    form.append('file', table)
    return call(csv.upload, { form })
  }
  const dryRun = useMutation({ networkMode: 'always', mutationFn: upload(true) })
  const change = useMutation({
    networkMode: 'always',
    mutationFn: upload(false),
    onSuccess({ changed, wrong, message }) {
      if (changed > 0) toast('success', message)
      void refresh()
      if (wrong === 0) onDone()
    },
  })

  const chooseFile = (chosen: File | null) => {
    setFile(chosen)
    dryRun.reset()
    change.reset()
    if (chosen && isCsv(chosen)) dryRun.mutate(chosen)
  }

  const error = change.error ?? dryRun.error
  return {
    plan: change.data ?? dryRun.data,
    problem: file && !isCsv(file) ? onlyCsvMessage : error && errorMessage(error),
    isReading: dryRun.isPending,
    isApplying: change.isPending,
    isApplied: change.isSuccess,
    chooseFile,
    apply: () => change.mutate(file!),
  }
}

const isCsv = ({ name }: File) => /\.csv$/i.test(name)

const errorMessage = (error: unknown) => (error instanceof ApiError ? error.message : csv.upload.messages.failed)

type CsvUploadPlan = Reply<typeof csv.upload>

/** Number of rows shown; refused rows come first. */
const maxRows = 100

/** The changes that a CSV would make, row by row; unchanged and applied rows are only counted. */
function CsvPlan({ plan, isApplied }: { plan: CsvUploadPlan; isApplied: boolean }) {
  const rowsOf = (outcome: CsvRow['outcome']) => plan.rows.filter((row) => row.outcome === outcome)
  const rows = [...rowsOf('wrong'), ...(isApplied ? [] : rowsOf('changed'))]
  return (
    <section className="mt-5" aria-live="polite">
      <p className="font-medium">{isApplied ? messages.applied(plan) : messages.planned(plan)}</p>
      {!isApplied && plan.waiting > 0 && <p className="mt-1 text-soft">{messages.reviewed}</p>}
      {rows.length === 0 && <p className="mt-1 text-soft">There is nothing to change.</p>}
      {rows.length > 0 && (
        <section
          className="mt-3 max-h-[40dvh] overflow-auto rounded-xl border border-line"
          aria-label={messages.change}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
          tabIndex={0}
        >
          <table className="w-full text-left text-sm">
            <thead className="sticky top-0 bg-raise">
              <tr className="border-line border-b">
                {['Row', 'Image', messages.change].map((name) => (
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

function Row({ row, name, message, changes }: CsvRow) {
  return (
    <tr className="border-line border-b align-top last:border-0">
      <td className="px-3 py-2 text-soft tabular-nums">{row}</td>
      <td className="break-all px-3 py-2">{name}</td>
      <td className="px-3 py-2">
        {message && <span className="text-bad">{message}</span>}
        {changes.map(({ at, from, to }) => (
          <p key={at} className="break-words">
            <span className="text-soft">{imageFields[at as ImageFieldName]?.label ?? at}: </span>
            <del className="text-soft">{from || 'empty'}</del> → <ins className="no-underline">{to}</ins>
          </p>
        ))}
      </td>
    </tr>
  )
}

function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000) // after the browser has read it
}
