import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { imageFields } from '@vitrine/contract/image-fields'
import { Fragment } from 'react'
import { type FieldChange, fieldChanges } from './field-changes.ts'
import { messages } from './messages.ts'

/** What the waiting edit of an image changes, field by field: the old text above the new one, differences marked. */
export function EditChanges({ image }: { image: ManagedImage }) {
  return (
    <dl className="grid gap-3 text-sm">
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
