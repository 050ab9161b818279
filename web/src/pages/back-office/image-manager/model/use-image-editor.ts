import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect } from 'react'
import { type ImageFields, useDrafts } from './drafts.ts'
import { cancelSave, flushSave, pendingSave, scheduleSave } from './pending-save.ts'
import { useImageMutations } from './use-image-mutations.ts'
import type { useListParams } from './use-list-params.ts'

export type ImageEditor = ReturnType<typeof useImageEditor>

/** What the side panel does to one image. `onSaved` clears the selection (requirements: #delayed-save). */
export function useImageEditor(user: SignedInUser, asked: ReturnType<typeof useListParams>, onSaved: () => void) {
  const changes = useImageMutations(user)
  const drafts = useDrafts(user.username)
  const draftOf = (image: ManagedImage, fields: ImageFields) => ({ ...fields, version: image.version })

  // Whoever leaves the list has made up his mind.
  useEffect(() => flushSave, [])

  /** Takes back the save that waits: what was typed is in the panel again. */
  const undo = () => {
    const save = cancelSave()
    if (!save) return
    drafts.keep(save.image, draftOf(save.image, save.fields))
    asked.open(save.image.id)
  }

  return {
    drafts,
    undo,
    /** Looking at an image again while its save waits is second thoughts. */
    show: (image: ManagedImage) => (pendingSave.read()?.image.id === image.id ? undo() : asked.open(image.id)),
    /** Closes the panel, or goes on to the next image, and sends it a moment later; what is refused stays as a draft. */
    save(image: ManagedImage, fields: ImageFields, then?: ManagedImage) {
      drafts.drop(image)
      onSaved()
      if (then) asked.open(then.id)
      else asked.close()
      const send = async () => {
        if ((await changes.update(image, fields)) !== 'done') drafts.keep(image, draftOf(image, fields))
      }
      scheduleSave({ image, fields, send })
    },
    remove(image: ManagedImage) {
      drafts.drop(image)
      asked.close()
      void changes.deleteOne(image)
    },
  }
}
