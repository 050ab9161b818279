import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, imageFieldNames, imageFields } from '@vitrine/contract/image-fields'
import type { Keyword } from '@vitrine/contract/schemas/image'
import { categoryName } from '@vitrine/contract/vocabulary/categories'
import { type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { type AiStatement, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { type Piece, wordDifferences } from './word-differences.ts'

/** A field that an edit changes, as pieces of its old and its new text. */
export interface FieldChange {
  name: ImageFieldName
  label: string
  before: Piece[]
  after: Piece[]
}

/** What the waiting edit of an image changes, in the order of the form. */
export function fieldChanges(image: ManagedImage): FieldChange[] {
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
