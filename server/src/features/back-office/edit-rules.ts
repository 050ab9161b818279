import type { Caller } from '@vitrine/contract/caller'
import type { OwnFilter } from '@vitrine/contract/calls/back-office/lists'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { AddedImage } from '#features/images/images.sql'
import { fail } from '#kit/api-error'
import type { FieldEdit } from './field-values.ts'

export type LockedImage = Pick<AddedImage, 'id' | 'owner_id' | 'status' | 'version'>

export const idsOf = (images: { id: number }[]) => images.map(({ id }) => id)

/** Whose images the caller sees: their own; null, everyone's, for an admin, but for drafts. */
export const ownerInView = ({ role, id }: Caller, list?: OwnFilter) =>
  role === 'admin' && list !== 'draft' ? null : id

/** Fails unless every image exists and the caller may change it; `images` are the rows of `ids` (decisions/0015). */
export function assertMayChange(caller: Caller, ids: number[], images: LockedImage[]) {
  if (caller.role !== 'admin' && images.some(({ owner_id }) => owner_id !== caller.id)) throw fail('not_your_images')
  if (images.length < new Set(ids).size) throw fail(ids.length === 1 ? 'image_not_found' : 'images_not_found')
}

/** An admin may restore every image, a contributor only those that they trashed themselves. */
export function assertMayRestore(
  caller: Caller,
  ids: number[],
  images: (LockedImage & { trashed_by: number | null })[],
) {
  assertMayChange(caller, ids, images)
  if (caller.role !== 'admin' && images.some(({ trashed_by }) => trashed_by !== caller.id))
    throw fail('not_your_images')
}

/** Optimistic concurrency control: fails when an image changed since the caller loaded it. */
export function assertUnchanged(ids: number[], versions: number[], images: LockedImage[]) {
  const versionSeen = new Map(ids.map((id, index) => [id, versions[index]]))
  if (images.some(({ id, version }) => version !== versionSeen.get(id))) throw fail('changed_meanwhile')
}

/** Why a person of this role may not give an image this licence; null where they may (decision 0055). */
export function licenceProblem(
  role: Role,
  image: { licence: Licence; wasPublic: boolean },
  licence: Licence | undefined,
  offered: readonly Licence[],
): 'licence_not_offered' | 'licence_given' | null {
  if (licence === undefined || licence === image.licence) return null
  if (!offered.includes(licence)) return 'licence_not_offered'
  return role !== 'admin' && image.wasPublic && !isAsFree(licence, image.licence) ? 'licence_given' : null
}

export function assertMayLicense(
  role: Role,
  images: { fields: FieldEdit; wasPublic: boolean }[],
  licence: Licence | undefined,
  offered: readonly Licence[],
) {
  for (const { fields, wasPublic } of images) {
    const problem = licenceProblem(role, { licence: fields.licence!, wasPublic }, licence, offered)
    if (problem) throw fail(problem)
  }
}

/** A granted licence cannot be taken back, so only CC0, which allows everything, is as free (decision 0055). */
const isAsFree = (to: Licence, from: Licence) => to === from || to === 'cc0'
