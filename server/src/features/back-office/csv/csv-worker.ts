// The thread that reads one CSV (requirements: #csv-thread): started, asked and ended by csv-thread.ts.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { csv } from '@vitrine/contract/calls/back-office/csv'
import { isPrintable } from '@vitrine/contract/fields'
import * as limits from '@vitrine/contract/vocabulary/limits'
import * as z from 'zod/mini'
import { once } from '#kit/once'
import { baseName, type ImageNames, isImageId } from '../image-names.ts'
import type { NamedImage } from './csv.sql.ts'
import { planChanges } from './csv-changes.ts'
import { CsvError, parseCsvTable, type TableRow } from './csv-table.ts'

/** What the thread is asked, and what it answers. */
export type CsvSteps = ReturnType<typeof createSteps>

export interface EditFailure {
  row: number
  message: string
}

/** Edits of one message: copying it between threads takes the event loop less than a millisecond. */
const EDITS_PER_MESSAGE = 100

function createSteps(file: Uint8Array) {
  const rows = parseCsvTable(file, limits.csvRows)
  const images = new Map<string, NamedImage>()
  const plan = once(() => planChanges(rows, [...images.values()]))
  const unsent = once(() => plan().flatMap(({ planned }) => planned ?? []))

  return {
    names: () => namesInRows(rows),
    /** Images with one of these names; those that come again by the same name count once. */
    addImages(found: NamedImage[]) {
      for (const image of found) images.set(`${image.id} ${image.file}`, image)
    },
    /** The next edits, of which none is left when the list is empty. */
    nextEdits: () => unsent().splice(0, EDITS_PER_MESSAGE),
    /** The reply as JSON, with the rows whose edit failed; `isReviewed` where edits wait for review. */
    report({ failures, isReviewed }: { failures: EditFailure[]; isReviewed: boolean }) {
      const messages = new Map(failures.map(({ row, message }) => [row, message]))
      const results = plan().map(({ result }) => {
        const message = messages.get(result.row)
        return message === undefined ? result : { ...result, outcome: 'wrong' as const, changes: [], message }
      })
      const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
      const [changed, wrong] = [count('changed'), count('wrong')]
      const drafts = new Set([...images.values()].flatMap(({ id, status }) => (status === 'draft' ? id : [])))
      const isWaiting = (one: (typeof results)[number]) => one.outcome === 'changed' && !drafts.has(one.image_id!)
      const reply = {
        message: wrong ? `${changed} changed, ${wrong} wrong` : csv.upload.messages.done,
        changed,
        same: count('same'),
        wrong,
        waiting: isReviewed ? results.filter(isWaiting).length : 0,
        rows: results,
      }
      return JSON.stringify(z.parse(csv.upload.reply, reply))
    },
  }
}

/** The names to look up. Unprintable ones are left out: PostgreSQL would refuse the whole query, not that row alone. */
const namesInRows = (rows: TableRow[]): ImageNames => ({
  ids: rows.flatMap(({ id }) => (id && isImageId(id) ? Number(id) : [])),
  slugs: rows.flatMap(({ id, slug }) => (id === undefined && slug ? slug : [])).filter(isPrintable),
  files: rows
    .flatMap(({ id, slug, filename }) => (id === undefined && !slug && filename ? baseName(filename) : []))
    .filter(isPrintable),
})

export interface CsvQuestion {
  step: keyof CsvSteps
  input: unknown
}

export type CsvAnswer = { result: unknown } | { refusal: string }

function answerOn(port: MessagePort, file: Uint8Array) {
  let steps: CsvSteps | undefined
  port.on('message', ({ step, input }: CsvQuestion) => {
    try {
      steps ??= createSteps(file)
      port.postMessage({ result: (steps[step] as (input: unknown) => unknown)(input) } satisfies CsvAnswer)
    } catch (error) {
      if (!(error instanceof CsvError)) throw error // it ends the thread, and the one who asks is told
      port.postMessage({ refusal: error.message } satisfies CsvAnswer)
    }
  })
}

if (parentPort) answerOn(parentPort, workerData as Uint8Array)
