import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { useEffect, useRef } from 'react'
import { type ImageFields, useDrafts } from './drafts.ts'
import { messages } from './messages.ts'
import { flushSave, pendingSave, scheduleSave, undoSave } from './pending-save.ts'
import { type EditDecision, useImageMutations } from './use-image-mutations.ts'
import type { ListParamsState } from './use-list-params.ts'

export type ImageEditor = ReturnType<typeof useImageEditor>

/** Seconds in which the save of one image can be undone (requirements: #delayed-save). */
const undoSeconds = 2

/** Actions of the side panel on one image; `onSaved` clears the selection (requirements: #delayed-save). */
export function useImageEditor(params: ListParamsState, onSaved: () => void) {
  const mutations = useImageMutations()
  const drafts = useDrafts()
  const draftOf = (image: ManagedImage, fields: ImageFields) => ({ ...fields, version: image.version })

  // Undo comes when the panel was closed, which makes opening it a history entry again.
  const latestParams = useRef(params)
  useEffect(() => {
    latestParams.current = params
  })

  // Leaving the list sends the pending save at once.
  useEffect(() => () => void flushSave(), [])

  return {
    drafts,
    /** Opens an image; opening the one whose save is pending undoes that save. */
    show: (image: ManagedImage) => {
      if (pendingSave.getSnapshot()?.ids.has(image.id)) undoSave()
      params.open(image.id)
    },
    /** Closes the panel or opens the next image; the edit is sent after the undo time and stays a draft if refused. */
    save(image: ManagedImage, fields: ImageFields, next?: ManagedImage) {
      drafts.discard(image)
      onSaved()
      if (next) params.open(next.id)
      else params.close()
      scheduleSave({
        ids: new Set([image.id]),
        label: messages.savingIn,
        undoSeconds,
        async send() {
          const isStored = (await mutations.update(image, fields)) === 'done'
          if (!isStored) drafts.save(image, draftOf(image, fields))
          return isStored
        },
        undo() {
          drafts.save(image, draftOf(image, fields))
          latestParams.current.open(image.id)
        },
      })
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
