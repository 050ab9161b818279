import { keywordsIn } from '@vitrine/contract/keywords'
import { findCategory } from '@vitrine/contract/vocabulary/find-category'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { Findings } from '#ui/back-office/findings/findings.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import { DuplicateHint, UseWords } from './duplicates.tsx'
import { smallSide, type Warning } from './inspection/pre-flight.ts'
import { MendOffer } from './mending/mend-offer.tsx'
import { messages } from './messages.ts'
import { MetadataForm } from './metadata-form.tsx'
import { hasUnsavedWords } from './model/duplicate.ts'
import { canRetry, type Duplicate, findingsOf, isEditable, metadataOf, type Upload } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'
import { messages as selectionMessages } from './selection/messages.ts'
import { leaveOut, rowId } from './selection/use-row-selection.ts'

interface UploadRowProps {
  upload: Upload
  list: UploadList
  isEditing: boolean
  isSelected: boolean
  /** Its controls are in the tab order: the list is one stop. */
  isCurrent: boolean
  isTitleRepeated: boolean
  onEdit: (id: number | null) => void
  onNext: (id: number) => void
  onSelect: (id: number, isRange: boolean) => void
  onFocus: (id: number) => void
}

/** One chosen image; memoised, so that of 500 rows only the changed ones are rendered. */
export const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { upload, list, isEditing, isSelected, isCurrent, isTitleRepeated, onEdit, onNext, onSelect, onFocus } = props
  const { id, thumbnail } = upload
  const title = metadataOf(upload).title
  const selectByClick = ({ target, shiftKey }: MouseEvent) => {
    if (!(target as Element).closest('a, button, input, form, dialog')) onSelect(id, shiftKey)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of its rows
    <li
      id={rowId(id)}
      className="upload-row panel"
      tabIndex={isCurrent ? 0 : -1}
      data-chosen={isSelected || undefined}
      onClick={selectByClick}
      onFocus={() => onFocus(id)}
    >
      <div className="line">
        <input
          type="checkbox"
          className="check"
          tabIndex={-1}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(id, (nativeEvent as PointerEvent).shiftKey)}
          aria-label={selectionMessages.select(title)}
        />
        <span className="thumb checkerboard">
          {thumbnail && <img src={thumbnail} alt="" className="size-full object-contain" />}
        </span>
        <div className="text min-w-0">
          <p dir="auto" className="truncate font-medium text-sm">
            {title}
          </p>
          <p className="wrap-anywhere text-soft text-xs tabular-nums">{factsOf(upload)}</p>
        </div>
        <div className="status text-sm">
          <UploadStatus upload={upload} list={list} title={title} isTitleRepeated={isTitleRepeated} />
          <UploadFindings upload={upload} title={title} />
          <MendOffer upload={upload} list={list} title={title} />
        </div>
        <RowActions {...{ upload, list, title, isEditing, isCurrent, onEdit }} />
      </div>
      {isEditing && <MetadataForm upload={upload} list={list} onNext={() => onNext(id)} onClose={() => onEdit(null)} />}
    </li>
  )
})

interface RowActionsProps extends Pick<UploadRowProps, 'upload' | 'list' | 'isEditing' | 'isCurrent' | 'onEdit'> {
  title: string
}

function RowActions({ upload, list, title, isEditing, isCurrent, onEdit }: RowActionsProps) {
  const { id } = upload
  const tabIndex = isCurrent ? 0 : -1
  return (
    <div className="actions flex items-center gap-1">
      {canRetry(upload) && (
        <button
          type="button"
          className="button small"
          tabIndex={tabIndex}
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
        <EditButton
          title={title}
          isOpen={isEditing}
          tabIndex={tabIndex}
          onPress={() => onEdit(isEditing ? null : id)}
        />
      )}
      {upload.state !== 'loading' && (
        <button
          type="button"
          className="icon-button size-9! text-soft hover:text-bad"
          tabIndex={tabIndex}
          onClick={({ currentTarget }) => {
            const row = currentTarget.closest('li')!
            const next = row.nextElementSibling ?? row.previousElementSibling
            next?.querySelector<HTMLElement>('.icon-button')?.focus()
            leaveOut(list, new Set([id]))
          }}
          aria-label={messages.remove(title)}
        >
          <X aria-hidden="true" size={18} />
        </button>
      )}
    </div>
  )
}

interface EditButtonProps {
  title: string
  isOpen: boolean
  tabIndex: number
  onPress: () => void
}

/** Takes the focus back when its form is closed. */
function EditButton({ title, isOpen, tabIndex, onPress }: EditButtonProps) {
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
      tabIndex={tabIndex}
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
  const count = keywordsIn(keywords).length
  const facts = file.size ? [file.name, formatFileSize(file.size)] : [file.name]
  if (inspection?.width) facts.push(`${inspection.width} × ${inspection.height}`)
  if (inspection && !inspection.refusal)
    facts.push(
      count ? messages.keywords(count) : messages.noKeywords,
      findCategory(category)?.name ?? messages.noCategory,
    )
  return facts.join(' · ')
}

interface UploadStatusProps extends Pick<UploadRowProps, 'upload' | 'list' | 'isTitleRepeated'> {
  title: string
}

/** One line of status: warnings before sending, progress, then the outcome. */
function UploadStatus({ upload, list, title, isTitleRepeated }: UploadStatusProps) {
  if (upload.state === 'error') return <p className="text-bad">{upload.reason}</p>
  if (upload.state === 'duplicate') return <p className="text-soft">{messages.sameFile(upload.sameAs)}</p>
  if (upload.state === 'loading') return <SendingProgress sent={upload.sent} title={title} />
  if (upload.state === 'ready')
    return (
      <Warnings {...{ isTitleRepeated, duplicate: upload.duplicate, warnings: upload.inspection?.warnings ?? [] }} />
    )
  if (upload.state === 'present')
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <p className="wrap-anywhere min-w-0">
          <DuplicateHint duplicate={upload.duplicate!} />.{' '}
          {upload.areWordsSaved ? messages.twins.areSaved : messages.twins.notSent}
        </p>
        {hasUnsavedWords(upload) && <UseWords list={list} uploads={[upload]} isSingle />}
      </div>
    )
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

interface WarningsProps {
  warnings: Warning[]
  duplicate: Duplicate | undefined
  isTitleRepeated: boolean
}

function Warnings({ warnings, duplicate, isTitleRepeated }: WarningsProps) {
  const sentences = warnings.map((warning) =>
    warning === 'small' ? messages.warnings.small(smallSide) : messages.warnings[warning],
  )
  if (isTitleRepeated) sentences.push(messages.titleRepeated)
  if (sentences.length === 0 && !duplicate) return null
  return (
    <div className="flex items-baseline gap-2">
      <span className="dot shrink-0" />
      <p className="wrap-anywhere min-w-0">
        {sentences.join(' ')} {duplicate && <DuplicateHint duplicate={duplicate} />}
      </p>
    </div>
  )
}
