import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { memo, useEffect, useRef } from 'react'
import { Findings } from '#ui/back-office/findings/findings.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import { DuplicateHint } from './duplicates/duplicate-hint.tsx'
import { smallSide, type Warning } from './inspection/pre-flight.ts'
import { MendOffer } from './mending/mend-offer.tsx'
import { messages } from './messages.ts'
import { MetadataForm } from './metadata-form.tsx'
import {
  canRetry,
  type Duplicate,
  findingsOf,
  isEditable,
  metadataOf,
  parseKeywords,
  type Upload,
} from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'

interface UploadRowProps {
  upload: Upload
  list: UploadList
  isEditing: boolean
  onEdit: (id: number | null) => void
  onNext: (id: number) => void
}

/** One chosen image; memoised, so that of 500 rows only the changed ones are rendered. */
export const UploadRow = memo(function UploadRow({ upload, list, isEditing, onEdit, onNext }: UploadRowProps) {
  const { id, thumbnail } = upload
  const title = metadataOf(upload).title
  return (
    // Focusable, since it takes the focus from a removed button.
    <li className="upload-row panel" tabIndex={-1}>
      <div className="flex items-center gap-4 p-3 max-sm:gap-2.5">
        <span className="checkerboard size-16 shrink-0 overflow-clip rounded-xl p-1 max-sm:size-12 max-sm:self-start">
          {thumbnail && <img src={thumbnail} alt="" className="size-full object-contain" />}
        </span>
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate font-medium">
            {title}
          </p>
          <p className="wrap-anywhere text-soft text-sm tabular-nums">{factsOf(upload)}</p>
          <div className="min-h-5.5 text-sm">
            <UploadStatus upload={upload} title={title} />
            <UploadFindings upload={upload} title={title} />
            <MendOffer upload={upload} list={list} title={title} />
          </div>
        </div>
        <div className="flex items-center gap-1 max-sm:flex-col-reverse max-sm:self-start">
          {canRetry(upload) && (
            <button
              type="button"
              className="button small"
              onClick={({ currentTarget }) => {
                currentTarget.closest('li')!.focus()
                list.retry(new Set([id]))
              }}
              aria-label={messages.retryOf(title)}
            >
              {messages.retry}
            </button>
          )}
          {isEditable(upload) && (
            <EditButton title={title} isOpen={isEditing} onPress={() => onEdit(isEditing ? null : id)} />
          )}
          {upload.state !== 'loading' && (
            <button
              type="button"
              className="icon-button text-soft hover:text-ink"
              onClick={({ currentTarget }) => {
                const row = currentTarget.closest('li')!
                const next = row.nextElementSibling ?? row.previousElementSibling
                next?.querySelector<HTMLElement>('.icon-button')?.focus()
                list.remove(new Set([id]))
              }}
              aria-label={messages.remove(title)}
            >
              <X aria-hidden="true" size={18} />
            </button>
          )}
        </div>
      </div>
      {isEditing && <MetadataForm upload={upload} list={list} onNext={() => onNext(id)} onClose={() => onEdit(null)} />}
    </li>
  )
})

/** Takes the focus back when its form is closed. */
function EditButton({ title, isOpen, onPress }: { title: string; isOpen: boolean; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <button
      ref={button}
      type="button"
      className="button small"
      onClick={onPress}
      aria-expanded={isOpen}
      aria-label={messages.editOf(title)}
    >
      {messages.edit}
    </button>
  )
}

function factsOf(upload: Upload): string {
  const { file, inspection } = upload
  const { keywords, category } = metadataOf(upload)
  const count = parseKeywords(keywords).length
  const facts = file.size ? [file.name, formatFileSize(file.size)] : [file.name]
  if (inspection?.width) facts.push(`${inspection.width} × ${inspection.height}`)
  if (inspection && !inspection.refusal)
    facts.push(
      count ? messages.keywords(count) : messages.noKeywords,
      findCategory(category)?.name ?? messages.noCategory,
    )
  return facts.join(' · ')
}

/** One line of status: warnings before sending, progress, then the outcome. */
function UploadStatus({ upload, title }: { upload: Upload; title: string }) {
  if (upload.state === 'error') return <p className="text-bad">{upload.reason}</p>
  if (upload.state === 'duplicate') return <p className="text-soft">{messages.sameFile(upload.sameAs)}</p>
  if (upload.state === 'loading') return <SendingProgress sent={upload.sent} title={title} />
  if (upload.state === 'ready')
    return <Warnings warnings={upload.inspection?.warnings ?? []} duplicate={upload.duplicate} />
  return (
    <p className="flex items-center gap-1.5 text-good">
      <Check aria-hidden="true" size={16} className="shrink-0" />
      <span>
        {messages.uploaded}
        <span className="text-soft">{` · ${messages.status[upload.image.status]}`}</span>
      </span>
    </p>
  )
}

function UploadFindings({ upload, title }: { upload: Upload; title: string }) {
  const { file, inspection, state } = upload
  const isSaid = state === 'ready' || state === 'success'
  if (!isSaid || !inspection) return null
  const { width, height } = inspection
  return <Findings title={title} image={file} width={width} height={height} findings={findingsOf(upload)} />
}

function SendingProgress({ sent, title }: { sent: number; title: string }) {
  return (
    <p className="flex items-center gap-3 text-soft tabular-nums">
      <span className="min-w-26">{progressText(sent)}</span>
      <progress className="meter max-w-60 flex-1" value={sent} aria-label={messages.sendingOf(title)} />
    </p>
  )
}

function progressText(sent: number): string {
  if (sent === 0) return messages.waiting
  return sent < 1 ? messages.sending(Math.floor(sent * 100)) : messages.checking
}

function Warnings({ warnings, duplicate }: { warnings: Warning[]; duplicate: Duplicate | undefined }) {
  if (warnings.length === 0 && !duplicate) return null
  const sentences = warnings.map((warning) =>
    warning === 'small' ? messages.warnings.small(smallSide) : messages.warnings[warning],
  )
  return (
    <div className="flex items-baseline gap-2">
      <span className="dot shrink-0" />
      <p className="wrap-anywhere min-w-0">
        {sentences.join(' ')} {duplicate && <DuplicateHint duplicate={duplicate} />}
      </p>
    </div>
  )
}
