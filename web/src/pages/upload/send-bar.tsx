import type { SignedInUser } from '@vitrine/contract/users'
import { useEffect, useRef, useState } from 'react'
import { backOfficeHref } from '../../parts/rooms.ts'
import { formatFileSize } from '../../parts/size.ts'
import { isAgain, isReady, type Upload } from './upload.ts'
import type { Shown, UploadList } from './upload-list.ts'
import { words } from './words.ts'

interface Bar {
  list: UploadList
  shown: Shown
  user: SignedInUser
}

/** Stays at the foot of the window: how it goes as a whole, and the one button that is next. */
export function SendBar({ list, shown: { all, waiting }, user }: Bar) {
  const bar = useRef<HTMLElement>(null)
  const isLoading = all.some(({ state }) => state === 'loading')
  const ready = all.filter(isReady)
  const again = all.filter(isAgain)
  const clear = () => list.remove(new Set(all.map(({ id }) => id)))
  /** The button that was pressed is gone; the next ones are here. */
  const send = (start: () => void) => {
    start()
    bar.current?.focus()
  }

  return (
    <section ref={bar} tabIndex={-1} aria-label={words.sendBar} className="send-bar glass">
      {isLoading && <progress className="meter" value={shareOf(all)} aria-label={words.progress} />}
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" className="font-medium tabular-nums">
          {sentenceOf(all)}
        </p>
        {isLoading && waiting && <Waiting waiting={waiting} onNow={list.tryNow} />}
        {isLoading && !waiting && <p className="aside">{words.goOn}</p>}
        {!isLoading && <Resting all={all} user={user} />}
      </div>
      <div className="flex flex-wrap gap-2.5">
        {isLoading ? (
          <button key="stop" type="button" className="button" onClick={list.stop}>
            {words.stop}
          </button>
        ) : (
          <button key="clear" type="button" className="button" onClick={clear}>
            {words.clear}
          </button>
        )}
        {again.length > 0 && (
          <button type="button" className="button" onClick={() => send(() => list.again())}>
            {words.retryAll(again.length)}
          </button>
        )}
        {ready.length > 0 && (
          <button type="button" className="button main" onClick={() => send(list.upload)}>
            {words.upload(ready.length)}
          </button>
        )}
      </div>
    </section>
  )
}

function sentenceOf(all: Upload[]): string {
  const loading = all.filter(({ state }) => state === 'loading').length
  const ready = all.filter(isReady)
  const done = all.filter(({ state }) => state === 'success').length
  if (loading) return words.uploading(loading)
  if (ready.length) return words.size(ready.length, formatFileSize(bytesOf(ready)))
  return done ? words.done(done) : words.nothingToSend
}

/** Before and after. */
function Resting({ all, user }: { all: Upload[]; user: SignedInUser }) {
  const ready = all.filter(isReady)
  const unseen = ready.filter(({ look }) => !look).length
  if (ready.length) return <p className="aside">{unseen ? words.looked(unseen) : words.notYet}</p>
  if (!all.some(({ state }) => state === 'success')) return null
  return (
    <a href={backOfficeHref(user, 'pending')} className="link inline-block py-0.5 text-sm">
      {words.seePending}
    </a>
  )
}

function Waiting({ waiting, onNow }: { waiting: NonNullable<Shown['waiting']>; onNow: () => void }) {
  const seconds = useSecondsTo(waiting.until)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm tabular-nums">
      <span className="flex items-center gap-2">
        <span className="dot" />
        {waiting.unreachable ? words.unreachable(seconds) : words.busy(seconds)}
      </span>
      <button type="button" className="link min-h-6 cursor-pointer" onClick={onNow}>
        {words.tryNow}
      </button>
    </p>
  )
}

function useSecondsTo(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** Of the bytes of all that was sent or is on its way. */
function shareOf(all: Upload[]): number {
  const sent = all.filter(({ state }) => state === 'success' || state === 'loading')
  const bytes = sent.map((one) => (one.state === 'loading' ? one.sent : 1) * one.file.size)
  return bytes.reduce((sum, one) => sum + one, 0) / Math.max(bytesOf(sent), 1)
}

const bytesOf = (uploads: Upload[]) => uploads.reduce((sum, { file }) => sum + file.size, 0)
