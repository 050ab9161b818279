import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { imageFields } from '@vitrine/contract/image-fields'
import { Fragment } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { type FieldChange, fieldChanges } from './field-changes.ts'
import { messages } from './messages.ts'

/** What the waiting edit of an image changes: its file, then field by field the old text above the new one. */
export function EditChanges({ image }: { image: ManagedImage }) {
  return (
    <dl className="grid gap-3 text-sm">
      <FileChange image={image} />
      {fieldChanges(image).map((change) => (
        <div key={change.name}>
          <dt className="text-soft text-xs">{change.label}</dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-soft">
            <Version change={change} version="before" />
          </dd>
          <dd dir="auto" className="wrap-anywhere mt-0.5 whitespace-pre-line">
            <Version change={change} version="after" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FileChange({ image }: { image: ManagedImage }) {
  const file = image.waiting_edit?.file
  if (!file) return null
  return (
    <div className="tabular-nums">
      <dt className="text-soft text-xs">{messages.file}</dt>
      <dd className="text-soft">
        <span className="sr-only">{messages.before} </span>
        {fileFacts(image)}
      </dd>
      <dd className="mt-0.5">
        <span className="sr-only">{messages.after} </span>
        {fileFacts(file)}
      </dd>
    </div>
  )
}

const fileFacts = (file: Pick<WaitingFile, 'width' | 'height' | 'byte_size'>) =>
  `${file.width} × ${file.height} · ${formatFileSize(file.byte_size)}`

const marks = {
  before: { Mark: 'del', className: 'rounded-sm bg-bad/15 box-decoration-clone decoration-bad/60' },
  after: { Mark: 'ins', className: 'rounded-sm bg-good/20 box-decoration-clone no-underline' },
} as const

function Version({ change, version }: { change: FieldChange; version: 'before' | 'after' }) {
  const { Mark, className } = marks[version]
  const separator = imageFields[change.name].kind === 'keywords' ? ', ' : ''
  const pieces = change[version]
  return (
    <>
      <span className="sr-only">{messages[version]} </span>
      {pieces.length === 0 && <span className="italic">{messages.empty}</span>}
      {pieces.map(({ text, isChanged }, at) => (
        <Fragment key={at}>
          {at > 0 && separator}
          {isChanged ? <Mark className={className}>{text}</Mark> : text}
        </Fragment>
      ))}
    </>
  )
}
