import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { memo, useEffect, useRef } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { smallSide, type Warning } from './inspection/pre-flight.ts'
import { messages } from './messages.ts'
import { MetadataForm } from './metadata-form.tsx'
import type { Duplicate } from './model/duplicate.ts'
import { canRetry, isEditable, metadataOf, parseKeywords, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'

interface UploadRowProps {
  upload: Upload
  list: UploadList
  isEditing: boolean
  onEdit: (id: number | null) => void
  onNext: (id: number) => void
}

/** One chosen image. Memoised: of five hundred only those are drawn again that changed. */
export const UploadRow = memo(function UploadRow({ upload, list, isEditing, onEdit, onNext }: UploadRowProps) {
  const { id, thumbnail } = upload
  const title = metadataOf(upload).title
  return (
    // Has the focus when the button that had it is gone.
    <li className="upload-row panel" tabIndex={-1}>
      <div className="flex items-center gap-4 p-3 max-sm:gap-2.5">
        <span className="checkerboard size-16 shrink-0 overflow-clip rounded-xl p-1 max-sm:size-12 max-sm:self-start">
          {thumbnail && <img src={thumbnail} alt="" className="size-full object-contain" />}
        </span>
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{title}</p>
          <p className="wrap-anywhere text-soft text-sm tabular-nums">{factsOf(upload)}</p>
          <div className="min-h-5.5 text-sm">
            <UploadStatus upload={upload} title={title} />
          </div>
        </div>
        <div className="flex items-center gap-1 max-sm:flex-col-reverse max-sm:self-start">
          {canRetry(upload) && (
            <button
              type="button"
              className="button small"
              onClick={({ currentTarget }) => {
                currentTarget.closest('li')!.focus()
                list.again(new Set([id]))
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

/** Has the focus again when the form that it opened is closed by its own buttons. */
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
  const { file, inspection: look } = upload
  const { keywords, category } = metadataOf(upload)
  const count = parseKeywords(keywords).length
  const facts = [file.name, formatFileSize(file.size)]
  if (look?.width) facts.push(`${look.width} × ${look.height}`)
  if (look && !look.refusal)
    facts.push(
      count ? messages.keywords(count) : messages.noKeywords,
      findCategory(category)?.name ?? messages.noCategory,
    )
  return facts.join(' · ')
}

/** How far it is: what speaks against sending it, how much of it is sent, what became of it. Always one line of its own. */
function UploadStatus({ upload, title }: { upload: Upload; title: string }) {
  if (upload.state === 'error') return <p className="text-bad">{upload.reason}</p>
  if (upload.state === 'twice') return <p className="text-soft">{messages.sameFile(upload.sameAs)}</p>
  if (upload.state === 'loading') return <SendingProgress sent={upload.sent} title={title} />
  if (upload.state === 'ready') return <Warnings doubts={upload.inspection?.warnings ?? []} alike={upload.duplicate} />
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

function SendingProgress({ sent, title }: { sent: number; title: string }) {
  const stage = sent === 0 ? messages.waiting : sent < 1 ? messages.sending(Math.floor(sent * 100)) : messages.checking
  return (
    <p className="flex items-center gap-3 text-soft tabular-nums">
      <span className="min-w-26">{stage}</span>
      <progress className="meter max-w-60 flex-1" value={sent} aria-label={messages.sendingOf(title)} />
    </p>
  )
}

function Warnings({ doubts, alike }: { doubts: Warning[]; alike: Duplicate | undefined }) {
  if (doubts.length === 0 && !alike) return null
  const sentences = doubts.map((doubt) =>
    doubt === 'small' ? messages.warnings.small(smallSide) : messages.warnings[doubt],
  )
  return (
    <div className="flex items-baseline gap-2">
      <span className="dot shrink-0" />
      <p className="wrap-anywhere min-w-0">
        {sentences.join(' ')} {alike && <DuplicateHint alike={alike} />}
      </p>
    </div>
  )
}

/** Only a doubt: two pictures may look alike and both be wanted. */
function DuplicateHint({ alike }: { alike: Duplicate }) {
  if (alike.where === 'list') return messages.duplicate.here(alike.name)
  return (
    <>
      {alike.same ? messages.duplicate.same : messages.duplicate.looks}{' '}
      <a href={alike.href}>
        <img
          src={alike.thumbnail}
          alt=""
          className="checkerboard mr-1 inline size-5.5 rounded-md object-contain align-bottom"
        />
        <span className="link">{alike.title}</span>
      </a>
      <span className="text-soft">, {messages.status[alike.status]}</span>
    </>
  )
}
