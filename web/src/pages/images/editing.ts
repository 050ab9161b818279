import type { ManagedImage } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { useEffect } from 'react'
import type { useAsked } from './address.ts'
import { useChanges } from './changes.ts'
import { type Fields, useDrafts } from './drafts.ts'
import { saveNow, saveSoon, saving, takeBack } from './saving.ts'

export type Editing = ReturnType<typeof useEditing>

/** What the side panel does to one image. `onSaved` clears the selection (requirements: #delayed-save). */
export function useEditing(user: SignedInUser, asked: ReturnType<typeof useAsked>, onSaved: () => void) {
  const changes = useChanges(user)
  const drafts = useDrafts(user.username)
  const draftOf = (image: ManagedImage, fields: Fields) => ({ ...fields, version: image.version })

  // Whoever leaves the list has made up his mind.
  useEffect(() => saveNow, [])

  /** Takes back the save that waits: what was typed is in the panel again. */
  const undo = () => {
    const save = takeBack()
    if (!save) return
    drafts.keep(save.image, draftOf(save.image, save.fields))
    asked.open(save.image.id)
  }

  return {
    drafts,
    undo,
    /** Looking at an image again while its save waits is second thoughts. */
    show: (image: ManagedImage) => (saving.read()?.image.id === image.id ? undo() : asked.open(image.id)),
    /** Closes the panel, or goes on to the next image, and sends it a moment later; what is refused stays as a draft. */
    save(image: ManagedImage, fields: Fields, then?: ManagedImage) {
      drafts.drop(image)
      onSaved()
      if (then) asked.open(then.id)
      else asked.close()
      const send = async () => {
        if ((await changes.update(image, fields)) !== 'done') drafts.keep(image, draftOf(image, fields))
      }
      saveSoon({ image, fields, send })
    },
    remove(image: ManagedImage) {
      drafts.drop(image)
      asked.close()
      void changes.deleteOne(image)
    },
  }
}
