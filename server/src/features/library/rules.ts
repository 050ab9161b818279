import type { Status } from '@vitrine/contract/images'
import type { ImageEdit } from '@vitrine/contract/library'
import { fail } from '#kit/errors'
import type { Person } from '#kit/serve'

interface Found {
  id: number
  owner_id: number
  status: Status
}

/** All of the images, or none: a call that names one foreign image changes nothing (decisions/0015). */
export function mayChange(person: Person, ids: number[], found: Found[]) {
  if (person.role !== 'admin' && found.some((image) => image.owner_id !== person.id)) throw fail('not_your_images')
  if (found.length < new Set(ids).size) throw fail(ids.length === 1 ? 'image_not_found' : 'images_not_found')
}

/**
 * The status after a change. It is the admin's to say, so a contributor's word for it is ignored (spec section 6); what
 * was approved goes back to review when its contributor changes it, and so does what was rejected.
 */
export function statusAfter(person: Person, said: Status | undefined): Status | undefined {
  return person.role === 'admin' ? said : 'pending'
}

/** The part of an edit that lies in the image's own row. */
export function columnsOf({ title, description, category }: ImageEdit) {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category_id: category }),
  }
}
