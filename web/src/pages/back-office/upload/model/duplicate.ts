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

/** The person's own image of the very same file. */
export const ownImageOf = ({ duplicate }: Pick<Upload, 'duplicate'>) =>
  duplicate?.where === 'library' && duplicate.kind === 'same_file' && duplicate.image?.isOwn
    ? duplicate.image
    : undefined

/** A file that the person has in the library already leaves those that are to be sent. */
export const withDuplicate = (upload: Upload, duplicate: Duplicate): Upload =>
  upload.state === 'ready' && ownImageOf({ duplicate })
    ? { ...upload, duplicate, state: 'present', areWordsSaved: false }
    : { ...upload, duplicate }

/** Whether words were typed for a file that is not sent. */
export const hasUnsavedWords = (upload: Upload) =>
  upload.state === 'present' && !upload.areWordsSaved && Object.keys(upload.edits).length > 0
