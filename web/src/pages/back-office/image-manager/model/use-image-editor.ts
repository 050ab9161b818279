import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useEffect } from 'react'
import { type ImageFields, useDrafts } from './drafts.ts'
import { cancelSave, flushSave, pendingSave, scheduleSave } from './pending-save.ts'
import { type EditDecision, useImageMutations } from './use-image-mutations.ts'
import type { ListParamsState } from './use-list-params.ts'

export type ImageEditor = ReturnType<typeof useImageEditor>

/** Actions of the side panel on one image; `onSaved` clears the selection (requirements: #delayed-save). */
export function useImageEditor(user: SignedInUser, params: ListParamsState, onSaved: () => void) {
  const mutations = useImageMutations(user)
  const drafts = useDrafts(user)
  const draftOf = (image: ManagedImage, fields: ImageFields) => ({ ...fields, version: image.version })

  // Leaving the list sends the pending save at once.
  useEffect(() => flushSave, [])

  /** Cancels the pending save and reopens its edits in the panel. */
  const undo = () => {
    const cancelled = cancelSave()
    if (!cancelled) return
    drafts.save(cancelled.image, draftOf(cancelled.image, cancelled.fields))
    params.open(cancelled.image.id)
  }

  return {
    drafts,
    undo,
    /** Opens an image; opening the one whose save is pending undoes that save. */
    show: (image: ManagedImage) => (pendingSave.getSnapshot()?.image.id === image.id ? undo() : params.open(image.id)),
    /** Closes the panel or opens the next image; the edit is sent after the undo time and stays a draft if refused. */
    save(image: ManagedImage, fields: ImageFields, next?: ManagedImage) {
      drafts.discard(image)
      onSaved()
      if (next) params.open(next.id)
      else params.close()
      const send = async () => {
        if ((await mutations.update(image, fields)) !== 'done') drafts.save(image, draftOf(image, fields))
      }
      scheduleSave({ image, fields, send })
    },
    decideEdit(image: ManagedImage, decision: EditDecision) {
      params.close()
      void mutations.decideEdit(image, decision)
    },
    discardEdit(image: ManagedImage) {
      drafts.discard(image)
      void mutations.discardEdit(image)
    },
    remove(image: ManagedImage) {
      drafts.discard(image)
      params.close()
      void mutations.deleteOne(image)
    },
  }
}
