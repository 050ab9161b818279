import type { Upload } from '../model/upload.ts'
import type { UploadList } from '../model/upload-list.ts'
import { changesBetween, storableUploads } from './list-changes.ts'
import { openUploadDatabase } from './upload-database.ts'

/** Debounce in ms: each keystroke is a change. */
const delayMs = 150

/**
 * Restores what an earlier tab of this account left on its list, and stores each change of this one (requirements:
 * #upload-survives). Of several tabs the first stores its list; when that is closed, the next takes over what it left.
 * Returns whether closing this tab would lose nothing that was chosen or typed.
 */
export function keepStored(username: string, list: UploadList): () => boolean {
  let stored: Upload[] = []
  let last = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const unstoredChanges = () => changesBetween(stored, storableUploads(list.getSnapshot().uploads))

  async function start() {
    const database = await openUploadDatabase(username)
    stored = list.restore(await database.read())
    const save = async () => {
      const wanted = storableUploads(list.getSnapshot().uploads)
      const changes = changesBetween(stored, wanted)
      if (!changes) return
      await database.write(changes)
      stored = wanted
    }
    const saveNow = () => {
      clearTimeout(timer)
      timer = undefined
      last = last.then(save).then(
        () => list.setUnstored(false),
        () => list.setUnstored(true),
      )
    }
    list.watch(() => {
      timer ??= setTimeout(saveNow, delayMs)
    })
    addEventListener('pagehide', saveNow)
    saveNow()
    // The lock is held as long as this tab is open.
    await new Promise(() => {})
  }

  const fail = () => list.setUnstored(true)
  // Web Locks exist on pages with HTTPS only.
  if (navigator.locks) navigator.locks.request(`upload-list/${username}`, start).catch(fail)
  else start().catch(fail)
  return () => unstoredChanges() === null
}
