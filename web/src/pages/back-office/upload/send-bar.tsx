import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect, useRef, useState } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from './messages.ts'
import { canRetry, isReady, type Upload } from './model/upload.ts'
import { idsOf } from './model/upload-changes.ts'
import type { UploadList } from './model/upload-list.ts'
import type { NextRetry, UploadListState } from './model/upload-store.ts'
import { leaveOut } from './selection/use-row-selection.ts'

interface SendBarProps {
  list: UploadList
  state: UploadListState
  user: SignedInUser
  onClear: () => void
}

/** Sticks to the bottom of the window: overall progress and the next action. */
export function SendBar({ list, state: { uploads, nextRetry, haltReason, isUnstored }, user, onClear }: SendBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isLoading = uploads.some(({ state }) => state === 'loading')
  const ready = uploads.filter(isReady)
  const retryable = uploads.filter(canRetry)
  const clear = () => {
    leaveOut(list, idsOf(uploads))
    onClear()
  }
  /** The pressed button is removed, so the bar takes the focus. */
  const send = (start: () => void) => {
    start()
    bar.current?.focus()
  }

  return (
    <section ref={bar} tabIndex={-1} aria-label={messages.sendBar} className="send-bar glass">
      {isLoading && <progress className="meter" value={sentShare(uploads)} aria-label={messages.progress} />}
      <div className="min-w-0 flex-1 basis-64">
        <p role="status" className="font-medium tabular-nums">
          {summaryOf(uploads)}
        </p>
        <p role="alert" className="text-bad text-sm">
          {haltReason}
        </p>
        {isUnstored && <p className="text-bad text-sm">{messages.unstored}</p>}
        {isLoading && nextRetry && <RetryNotice nextRetry={nextRetry} onRetry={list.retryNow} />}
        {isLoading && !nextRetry && <p className="aside">{messages.keepTabOpen}</p>}
        {!isLoading && !haltReason && <IdleHint uploads={uploads} user={user} />}
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
        {retryable.length > 0 && (
          <button type="button" className="button" onClick={() => send(() => list.retry())}>
            {messages.retryAll(retryable.length)}
          </button>
        )}
        {ready.length > 0 && (
          <button type="button" className="button main" onClick={() => send(list.upload)}>
            {haltReason ? messages.tryAgain : messages.upload(ready.length)}
          </button>
        )}
      </div>
    </section>
  )
}

function summaryOf(uploads: Upload[]): string {
  const loading = uploads.filter(({ state }) => state === 'loading').length
  const ready = uploads.filter(isReady)
  const done = uploads.filter(({ state }) => state === 'success').length
  if (loading) return messages.uploading(loading)
  if (ready.length) return messages.size(ready.length, formatFileSize(totalBytes(ready)))
  return done ? messages.done(done) : messages.nothingToSend
}

/** The hint while nothing is being sent. */
function IdleHint({ uploads, user }: { uploads: Upload[]; user: SignedInUser }) {
  const ready = uploads.filter(isReady)
  const uninspected = ready.filter(({ inspection }) => !inspection).length
  if (ready.length) return <p className="aside">{uninspected ? messages.inspecting(uninspected) : messages.notYet}</p>
  const done = uploads.flatMap((upload) => (upload.state === 'success' ? [upload.image] : []))
  if (!done.length) return null
  const target = done.every(({ status }) => status === 'approved') ? 'approved' : 'pending'
  return (
    <a href={backOfficeHref(user, target)} className="link inline-block py-0.5 text-sm">
      {messages.see[target]}
    </a>
  )
}

function RetryNotice({ nextRetry, onRetry }: { nextRetry: NextRetry; onRetry: () => void }) {
  const seconds = useSecondsUntil(nextRetry.at)
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm tabular-nums">
      <span className="flex items-center gap-2">
        <span className="dot" />
        {nextRetry.isUnreachable ? messages.unreachable(seconds) : messages.busy(seconds)}
      </span>
      <button type="button" className="link min-h-6 cursor-pointer" onClick={onRetry}>
        {messages.tryNow}
      </button>
    </p>
  )
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((time - now) / 1000))
}

/** The sent share of the bytes of all files that were or are being sent. */
function sentShare(uploads: Upload[]): number {
  const started = uploads.filter(({ state }) => state === 'success' || state === 'loading')
  const bytes = started.map((upload) => (upload.state === 'loading' ? upload.sent : 1) * upload.file.size)
  return bytes.reduce((sum, count) => sum + count, 0) / Math.max(totalBytes(started), 1)
}

const totalBytes = (uploads: Upload[]) => uploads.reduce((sum, { file }) => sum + file.size, 0)
