import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useRef, useState } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from './messages.ts'
import { canRetry, isReady, type Upload } from './model/upload.ts'
import type { UploadList, UploadListState } from './model/upload-list.ts'

interface SendBarProps {
  list: UploadList
  shown: UploadListState
  user: SignedInUser
}

/** Stays at the foot of the window: how it goes as a whole, and the one button that is next. */
export function SendBar({ list, shown: { all, waiting }, user }: SendBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isLoading = all.some(({ state }) => state === 'loading')
  const ready = all.filter(isReady)
  const again = all.filter(canRetry)
  const clear = () => list.remove(new Set(all.map(({ id }) => id)))
  /** The button that was pressed is gone; the next ones are here. */
  const send = (start: () => void) => {
    start()
    bar.current?.focus()
  }

  return (
    <section ref={bar} tabIndex={-1} aria-label={messages.sendBar} className="send-bar glass">
      {isLoading && <progress className="meter" value={sentShare(all)} aria-label={messages.progress} />}
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" className="font-medium tabular-nums">
          {summaryOf(all)}
        </p>
        {isLoading && waiting && <RetryNotice waiting={waiting} onNow={list.tryNow} />}
        {isLoading && !waiting && <p className="aside">{messages.keepTabOpen}</p>}
        {!isLoading && <IdleHint all={all} user={user} />}
      </div>
      <div className="flex flex-wrap gap-2.5">
        {isLoading ? (
          <button key="stop" type="button" className="button" onClick={list.stop}>
            {messages.stop}
          </button>
        ) : (
          <button key="clear" type="button" className="button" onClick={clear}>
            {messages.clear}
          </button>
        )}
        {again.length > 0 && (
          <button type="button" className="button" onClick={() => send(() => list.again())}>
            {messages.retryAll(again.length)}
          </button>
        )}
        {ready.length > 0 && (
          <button type="button" className="button main" onClick={() => send(list.upload)}>
            {messages.upload(ready.length)}
          </button>
        )}
      </div>
    </section>
  )
}

function summaryOf(all: Upload[]): string {
  const loading = all.filter(({ state }) => state === 'loading').length
  const ready = all.filter(isReady)
  const done = all.filter(({ state }) => state === 'success').length
  if (loading) return messages.uploading(loading)
  if (ready.length) return messages.size(ready.length, formatFileSize(totalBytes(ready)))
  return done ? messages.done(done) : messages.nothingToSend
}

/** Before and after. */
function IdleHint({ all, user }: { all: Upload[]; user: SignedInUser }) {
  const ready = all.filter(isReady)
  const unseen = ready.filter(({ inspection: look }) => !look).length
  if (ready.length) return <p className="aside">{unseen ? messages.inspecting(unseen) : messages.notYet}</p>
  if (!all.some(({ state }) => state === 'success')) return null
  return (
    <a href={backOfficeHref(user, 'pending')} className="link inline-block py-0.5 text-sm">
      {messages.seePending}
    </a>
  )
}

function RetryNotice({ waiting, onNow }: { waiting: NonNullable<UploadListState['waiting']>; onNow: () => void }) {
  const seconds = useSecondsUntil(waiting.until)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm tabular-nums">
      <span className="flex items-center gap-2">
        <span className="dot" />
        {waiting.unreachable ? messages.unreachable(seconds) : messages.busy(seconds)}
      </span>
      <button type="button" className="link min-h-6 cursor-pointer" onClick={onNow}>
        {messages.tryNow}
      </button>
    </p>
  )
}

function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** Of the bytes of all that was sent or is on its way. */
function sentShare(all: Upload[]): number {
  const sent = all.filter(({ state }) => state === 'success' || state === 'loading')
  const bytes = sent.map((one) => (one.state === 'loading' ? one.sent : 1) * one.file.size)
  return bytes.reduce((sum, one) => sum + one, 0) / Math.max(totalBytes(sent), 1)
}

const totalBytes = (uploads: Upload[]) => uploads.reduce((sum, { file }) => sum + file.size, 0)
