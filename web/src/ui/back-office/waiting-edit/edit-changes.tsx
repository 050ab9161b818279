import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, imageFieldNames, imageFields } from '@vitrine/contract/image-fields'
import type { Keyword } from '@vitrine/contract/schemas/image'
import { categoryName } from '@vitrine/contract/vocabulary/categories'
import { type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { type AiStatement, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { Fragment } from 'react'
import { formatFileSize } from '#ui/file-size.ts'
import { type Piece, wordDifferences } from './word-differences.ts'

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
      <dt className="text-soft text-xs">File</dt>
      <dd className="text-soft">
        <span className="sr-only">Now: </span>
        {fileFacts(image)}
      </dd>
      <dd className="mt-0.5">
        <span className="sr-only">New: </span>
        {fileFacts(file)}
      </dd>
    </div>
  )
}

const fileFacts = (file: Pick<WaitingFile, 'width' | 'height' | 'byte_size'>) =>
  `${file.width} × ${file.height} · ${formatFileSize(file.byte_size)}`

const marks = {
  before: { name: 'Now:', Mark: 'del', className: 'rounded-sm bg-bad/15 box-decoration-clone decoration-bad/60' },
  after: { name: 'New:', Mark: 'ins', className: 'rounded-sm bg-good/20 box-decoration-clone no-underline' },
} as const

function Version({ change, version }: { change: FieldChange; version: 'before' | 'after' }) {
  const { name, Mark, className } = marks[version]
  const separator = imageFields[change.name].kind === 'keywords' ? ', ' : ''
  const pieces = change[version]
  return (
    <>
      <span className="sr-only">{name} </span>
      {pieces.length === 0 && <span className="italic">empty</span>}
      {pieces.map(({ text, isChanged }, at) => (
        <Fragment key={at}>
          {at > 0 && separator}
          {isChanged ? <Mark className={className}>{text}</Mark> : text}
        </Fragment>
      ))}
    </>
  )
}

/** A field that an edit changes, as pieces of its old and its new text. */
interface FieldChange {
  name: ImageFieldName
  label: string
  before: Piece[]
  after: Piece[]
}

/** What the waiting edit of an image changes, in the order of the form. */
function fieldChanges(image: ManagedImage): FieldChange[] {
  const fields = image.waiting_edit?.fields ?? {}
  return imageFieldNames
    .filter((name) => fields[name] !== undefined)
    .map((name) => ({ name, label: imageFields[name].label, ...differences(name, image[name], fields[name]) }))
}

type FieldValue = ManagedImage[ImageFieldName] | undefined

function differences(name: ImageFieldName, before: FieldValue, after: FieldValue) {
  if (imageFields[name].kind === 'keywords') return keywordDifferences(before as Keyword[], after as Keyword[])
  if (imageFields[name].kind !== 'category' && name !== 'licence' && name !== 'ai_made')
    return wordDifferences(before as string, after as string)
  const piece = (value: FieldValue): Piece[] => {
    const text = choiceName(name, value)
    return text ? [{ text, isChanged: true }] : []
  }
  return { before: piece(before), after: piece(after) }
}

function choiceName(name: ImageFieldName, value: FieldValue) {
  if (name === 'licence') return licences[value as Licence].name
  return name === 'ai_made'
    ? aiStatements[value as AiStatement].label
    : categoryName(value as string | null | undefined)
}

/** Keywords that only one version has are marked; another order of the same ones is no change to read. */
function keywordDifferences(before: Keyword[], after: Keyword[]) {
  const keyOf = ({ name }: Keyword) => name.toLowerCase()
  const pieces = (keywords: Keyword[], others: Keyword[]): Piece[] => {
    const known = new Set(others.map(keyOf))
    return keywords.map((keyword) => ({ text: keyword.name, isChanged: !known.has(keyOf(keyword)) }))
  }
  return { before: pieces(before, after), after: pieces(after, before) }
}
