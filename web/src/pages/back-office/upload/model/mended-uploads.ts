import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { Upload } from './upload.ts'
import { thumbnailUrl } from './upload-changes.ts'

/** Whether a mended picture is offered that the person has not taken yet. */
export const isMendable = ({ state, inspection, original }: Upload) =>
  state === 'ready' && !original && inspection?.mended !== undefined

/** Whether the person may still go back to the file that they chose. */
export const isRestorable = ({ state, original }: Upload) =>
  original !== undefined && state !== 'loading' && state !== 'success'

/** Puts the mended files in place of the chosen ones; they have not been inspected. */
export const withMended = (uploads: Upload[], ids: ReadonlySet<number>): Upload[] =>
  uploads.map((upload): Upload => {
    const { id, file, thumbnail, edits, inspection, duplicate } = upload
    if (!ids.has(id) || !isMendable(upload)) return upload
    const { lastModified } = file
    const mended = new File([inspection!.mended!.bytes], file.name, { type: originalFormat.mime, lastModified })
    const original = { file, inspection: inspection!, duplicate }
    return { id, file: mended, edits, original, state: 'ready', ...(thumbnail && { thumbnail }) }
  })

/** Puts the chosen files back with what was known of them. */
export const withOriginals = (uploads: Upload[], ids: ReadonlySet<number>): Upload[] =>
  uploads.map((upload): Upload => {
    const { id, edits, original } = upload
    if (!original || !ids.has(id) || !isRestorable(upload)) return upload
    return { ...original, id, edits, thumbnail: thumbnailUrl(original.inspection), state: 'ready' }
  })
