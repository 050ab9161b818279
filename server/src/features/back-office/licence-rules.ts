import { isAsFree, type Licence } from '@vitrine/contract/vocabulary/licences'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import { fail } from '#kit/api-error'
import type { FieldEdit } from './field-values.ts'
import type { EditableImage } from './waiting-edits/waiting-edits.ts'

/** An image whose licence is to change. */
interface LicensedImage {
  licence: Licence
  wasPublic: boolean
}

/** Why a person of this role may not give an image this licence; null where they may (decision 0055). */
export function licenceProblem(
  role: Role,
  image: LicensedImage,
  licence: Licence | undefined,
  offered: readonly Licence[],
): 'licence_not_offered' | 'licence_given' | null {
  if (licence === undefined || licence === image.licence) return null
  if (!offered.includes(licence)) return 'licence_not_offered'
  return role !== 'admin' && image.wasPublic && !isAsFree(licence, image.licence) ? 'licence_given' : null
}

/** Fails where an edit of these images gives one of them a licence that it may not have. */
export function assertMayLicense(role: Role, images: EditableImage[], edit: FieldEdit, offered: readonly Licence[]) {
  for (const { fields, wasPublic } of images) {
    const problem = licenceProblem(role, { licence: fields.licence!, wasPublic }, edit.licence, offered)
    if (problem) throw fail(problem)
  }
}
