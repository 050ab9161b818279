import { type ImageEdit, library } from '@vitrine/contract/library'
import { reflectInGallery } from '#features/images/publish-queries'
import { changeImages, lockedImages, moveToTrash, setKeywords, setStatus } from '#features/images/queries'
import type { Database } from '#kit/database'
import type { Person, Serve } from '#kit/serve'
import { columnsOf, mayChange, statusAfter } from './rules.ts'

export function libraryRoutes(serve: Serve, { db }: { db: Database }) {
  serve(library, {
    async update({ params, body, user }) {
      return { message: library.update.says.done, count: await edit(db, user, [params.id], body) }
    },
    async bulkUpdate({ body: { image_ids, status }, user }) {
      return { message: library.bulkUpdate.says.done, count: await edit(db, user, image_ids, { status }) }
    },
    async updateMultiple({ body: { image_ids, ...changes }, user }) {
      return { message: library.updateMultiple.says.done, count: await edit(db, user, image_ids, changes) }
    },
    async deleteMany({ body, user }) {
      return { message: library.deleteMany.says.done, count: await discard(db, user, body.image_ids) }
    },
    async deleteOne({ params, user }) {
      return { message: library.deleteOne.says.done, count: await discard(db, user, [params.id]) }
    },
  })
}

/** Changes all of these images alike, in one transaction with what visitors see. Answers how many there were. */
function edit(db: Database, person: Person, imageIds: number[], changes: ImageEdit): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const ids = await lockedFor(transaction, person, imageIds)
    await changeImages(transaction, ids, columnsOf(changes))
    if (changes.keywords) await setKeywords(transaction, ids, changes.keywords)
    const status = statusAfter(person, changes.status)
    if (status) await setStatus(transaction, ids, status)
    await reflectInGallery(transaction, ids)
    return ids.length
  })
}

function discard(db: Database, person: Person, imageIds: number[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const ids = await lockedFor(transaction, person, imageIds)
    await moveToTrash(transaction, ids)
    await reflectInGallery(transaction, ids)
    return ids.length
  })
}

async function lockedFor(db: Database, person: Person, imageIds: number[]): Promise<number[]> {
  const found = await lockedImages(db, imageIds)
  mayChange(person, imageIds, found)
  return found.map((image) => image.id)
}
