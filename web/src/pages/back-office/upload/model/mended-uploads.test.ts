import { expect, test, vi } from 'vitest'
import { emptyInspection } from '../inspection/inspect-file.ts'
import type { MendedFile } from '../inspection/mend-file.ts'
import { metadataOf, type UploadedImage } from './upload.ts'
import { idsOf } from './upload-changes.ts'
import { createUploadList } from './upload-list.ts'

const mended: MendedFile = { bytes: new Blob(['mended']), width: 1, height: 1, mended: [{ kind: 'haze' }] }

/** A list that looks at files by their bytes, which are their hash too; those of 'hazy' can be mended. */
function createByteList() {
  const sent: string[] = []
  const list = createUploadList({
    inspect: async (file) => {
      const sha256 = await file.text()
      return { ...emptyInspection, sha256, ...(sha256 === 'hazy' && { mended }) }
    },
    findInLibrary: async () => undefined,
    send: async (batch) => {
      for (const { file } of batch) sent.push(`${file.name} ${await file.text()}`)
      const image = { image_id: 1 } as UploadedImage
      return { outcomes: batch.map(() => ({ state: 'success', image })), retryAfter: 0, isUnreachable: false }
    },
    onEnd: () => {},
    onHalt: () => {},
  })
  const uploads = () => list.getSnapshot().uploads
  return {
    list,
    sent,
    uploads,
    ids: () => idsOf(uploads()),
    /** Each file's name, state and bytes, once all have been looked at. */
    inspected: () =>
      vi.waitFor(
        () => uploads().map(({ file, state, inspection }) => `${file.name} ${state} ${inspection!.sha256!}`),
        5_000,
      ),
  }
}

const file = (name: string, bytes: string) => new File([bytes], name)

test('a mended picture is sent under the name and with the metadata of the chosen file', async () => {
  const { list, sent, uploads, ids, inspected } = createByteList()
  list.add([file('a.png', 'hazy'), file('b.png', 'clean')])
  await inspected()
  list.edit(uploads()[0]!.id, { title: 'Typed' })
  list.mend(ids())
  expect(metadataOf(uploads()[0]!).title).toBe('Typed')
  // It is inspected before it is sent.
  list.upload()
  await expect.poll(() => sent).toEqual(['a.png mended', 'b.png clean'])
})

test('mending is undone for all that were mended together, with what was known of them', async () => {
  const { list, sent, ids, inspected } = createByteList()
  list.add([file('a.png', 'hazy')])
  const chosen = await inspected()
  const undo = list.mend(ids())
  expect(await inspected()).toEqual(['a.png ready mended'])
  undo()
  expect(await inspected()).toEqual(chosen)
  // Undone while the mended picture is still being looked at.
  list.mend(ids())()
  await new Promise(setImmediate)
  expect(await inspected()).toEqual(chosen)
  list.upload()
  await expect.poll(() => sent).toEqual(['a.png hazy'])
})

test('a copy of a mended file is held back, and takes its place when it is removed', async () => {
  const { list, uploads, ids, inspected } = createByteList()
  list.add([file('a.png', 'hazy')])
  await inspected()
  list.mend(ids())
  await inspected()
  list.add([file('copy.png', 'hazy')])
  expect(await inspected()).toEqual(['a.png ready mended', 'copy.png duplicate hazy'])
  list.remove(new Set([uploads()[0]!.id]))
  expect(await inspected()).toEqual(['copy.png ready hazy'])
})
