import { candidateTest } from '@vitrine/contract/measures/similarity/candidates'
import { compareRows } from '@vitrine/contract/measures/similarity/compare-rows'
import type { Duplicate, Upload } from './upload.ts'

/** The first upload before this one on the list that shows the same picture, or else the same drawing. */
export function findInList(uploads: Upload[], { id, inspection }: Upload): Duplicate | undefined {
  const row = inspection?.row
  if (!row) return undefined
  const isCandidate = candidateTest(row)
  const found = uploads.flatMap((other): (Duplicate & { where: 'list' })[] => {
    const otherRow = other.inspection?.row
    if (!otherRow || other.id >= id || other.state === 'duplicate' || !isCandidate(otherRow)) return []
    const resemblance = compareRows(otherRow, row)
    if (!resemblance) return []
    const { kind, orientation, hasOtherColours: other_colours } = resemblance
    return [{ where: 'list', id: other.id, name: other.file.name, kind, orientation, other_colours }]
  })
  return found.find(({ kind }) => kind === 'same_picture') ?? found[0]
}

/** Whether the library has the same picture already and it is not sent yet; the same drawing may well be wanted. */
export const isLibraryDuplicate = ({ state, duplicate }: Upload) =>
  state === 'ready' && duplicate?.where === 'library' && duplicate.kind !== 'same_drawing'
