import { type PerceptualRow, perceptualRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { expect, test, vi } from 'vitest'
import { emptyInspection, type FileInspection } from '../inspection/inspect-file.ts'
import type { MendedFile } from '../inspection/mend-file.ts'
import type { AttemptResult } from '../sending/send-with-retry.ts'
import { isLibraryDuplicate } from './duplicate.ts'
import { type Duplicate, metadataOf, type Upload, type UploadedImage } from './upload.ts'
import { idsOf } from './upload-changes.ts'
import { createUploadList } from './upload-list.ts'

const files = (...names: string[]) => names.map((name) => new File([name], name, { lastModified: 1 }))
const uploadedImage = ({ file }: Upload) => ({ image_id: 1, slug: file.name }) as UploadedImage
const allSucceed = (batch: Upload[]): AttemptResult<UploadedImage> => ({
  outcomes: batch.map((upload) => ({ state: 'success', image: uploadedImage(upload) })),
  retryAfter: 0,
  isUnreachable: false,
})
const failure = { state: 'error', reason: 'no response', canRetry: true, isTransient: true } as const
const unreachable = (batch: Upload[]) => ({ outcomes: batch.map(() => failure), retryAfter: 0, isUnreachable: true })

function createTestList({
  inspectionOf = () => ({}),
  findInLibrary = async () => undefined,
  send = async (batch: Upload[]) => allSucceed(batch),
}: {
  inspectionOf?: (name: string, bytes: string) => Partial<FileInspection>
  findInLibrary?: (inspection: FileInspection) => Promise<Duplicate | undefined>
  send?: (batch: Upload[]) => Promise<AttemptResult<UploadedImage>>
} = {}) {
  const sent: string[][] = []
  const list = createUploadList({
    inspect: async (file) => ({ ...emptyInspection, ...inspectionOf(file.name, await file.text()) }),
    findInLibrary,
    send: async (batch) => {
      sent.push(batch.map(({ file }) => file.name))
      return send(batch)
    },
    onEnd: () => {},
    onHalt: () => {},
  })
  const uploads = () => list.getSnapshot().uploads
  const states = () => uploads().map(({ file, state }) => `${file.name} ${state}`)
  const remove = (...removed: Upload[]) => list.remove(new Set(removed.map(({ id }) => id)))
  const settled = () => vi.waitFor(() => expect(states().filter((one) => /ready|loading/.test(one))).toEqual([]), 5_000)
  return { list, sent, uploads, states, remove, settled }
}

test('nothing is sent before upload is called, and then without waiting for the library search', async () => {
  const { list, sent, states, settled } = createTestList({ findInLibrary: () => new Promise(() => {}) })
  list.add(files('a', 'b'))
  expect(states()).toEqual(['a ready', 'b ready'])
  expect(sent).toEqual([])
  list.upload()
  await settled()
  expect(states()).toEqual(['a success', 'b success'])
})

test('a file that its inspection refuses is not sent, even when Upload was pressed before', async () => {
  const { list, sent, states, settled } = createTestList({
    inspectionOf: (name) => (name === 'b' ? { refusal: 'no PNG' } : {}),
  })
  list.add(files('a', 'b', 'c'))
  list.upload()
  await settled()
  expect(sent).toEqual([['a', 'c']])
  expect(states()).toEqual(['a success', 'b error', 'c success'])
})

test('identical files are sent once; when the first is removed, the second takes its place', async () => {
  const { list, uploads, states, remove } = createTestList({ inspectionOf: () => ({ sha256: 'same' }) })
  list.add(files('a', 'b'))
  await expect.poll(states).toEqual(['a ready', 'b duplicate'])
  remove(uploads()[0]!)
  expect(states()).toEqual(['b ready'])
})

test('a file that is added twice is on the list once', () => {
  const { list, states } = createTestList()
  list.add(files('a'))
  expect(list.add(files('a', 'b'))).toBe(1)
  expect(states()).toEqual(['a ready', 'b ready'])
})

test('stop makes files that wait for a retry ready again, which can also be started at once', async () => {
  let isDown = true
  const { list, states, settled } = createTestList({
    send: async (batch) => (isDown ? unreachable(batch) : allSucceed(batch)),
  })
  list.add(files('a'))
  list.upload()
  await expect.poll(() => list.getSnapshot().nextRetry).toMatchObject({ isUnreachable: true })
  list.stop()
  await expect.poll(() => list.getSnapshot().nextRetry).toBeNull()
  expect(states()).toEqual(['a ready'])
  list.upload()
  await expect.poll(() => list.getSnapshot().nextRetry).not.toBeNull()
  isDown = false
  list.retryNow()
  await settled()
})

test('an edit of many can be undone', () => {
  const { list, uploads } = createTestList()
  list.add(files('a', 'b'))
  const [a, b] = uploads()
  list.edit(a!.id, { title: 'Mine' })
  const undo = list.editMany(new Set([a!.id, b!.id]), () => ({ title: 'All' }))
  expect(uploads().map(({ edits }) => edits.title)).toEqual(['All', 'All'])
  undo()
  expect(uploads().map(({ edits }) => edits.title)).toEqual(['Mine', undefined])
})

const fox: Duplicate = {
  where: 'library',
  kind: 'same_picture',
  orientation: 0,
  other_colours: false,
  image: { id: 7, title: 'Fox', status: 'pending', isOwn: true, thumbnail: '', href: '' },
}
const nameOf = ({ duplicate }: Upload) => (duplicate?.where === 'list' ? duplicate.name : duplicate?.image?.title)

/** The row of a gradient with a disc, which lies at a place from 0 to 1, or mirrored. */
function rowOf(place: number, isMirrored = false) {
  const side = 64
  const pixels = new Uint8Array(side * side * 4)
  for (let at = 0; at < side * side; at++) {
    const [column, y] = [at % side, Math.floor(at / side)]
    const x = isMirrored ? side - 1 - column : column
    const isInDisc = Math.hypot(x - side * place, y - side * 0.3) < 12
    pixels.set(isInDisc ? [255, 255, 255, 255] : [4 * x, 60, 2 * y, 255], at * 4)
  }
  return perceptualRow({ pixels, width: side, height: side })!
}

test('a file that shows the same as another on the list is marked until that one is removed', async () => {
  const rows: Record<string, PerceptualRow> = { a: rowOf(0.2), b: rowOf(0.2), c: rowOf(0.7), d: rowOf(0.2, true) }
  const { list, sent, uploads, remove, settled } = createTestList({ inspectionOf: (name) => ({ row: rows[name] }) })
  list.add(files('a', 'b', 'c', 'd'))
  await expect.poll(() => uploads().map(nameOf)).toEqual([undefined, 'a', undefined, 'a'])
  const kinds = uploads().map(({ duplicate }) => duplicate?.kind)
  expect(kinds).toEqual([undefined, 'same_picture', undefined, 'same_drawing'])
  remove(uploads()[0]!)
  expect(uploads().map(nameOf)).toEqual([undefined, undefined, 'b'])
  list.upload()
  await settled()
  expect(sent).toEqual([['b', 'c', 'd']])
})

test('a library duplicate is marked, can be removed and restored, and is sent all the same', async () => {
  const { list, sent, uploads, states, remove, settled } = createTestList({
    inspectionOf: (name) => ({ sha256: name }),
    findInLibrary: async ({ sha256 }) => (sha256 === 'f' ? fox : undefined),
  })
  list.add(files('e', 'f'))
  await expect.poll(() => uploads().map(nameOf).at(-1)).toBe('Fox')
  const { undo } = remove(...uploads().filter(isLibraryDuplicate))
  expect(states()).toEqual(['e ready'])
  undo()
  expect(states()).toEqual(['e ready', 'f ready'])
  list.upload()
  await settled()
  expect(sent).toEqual([['e', 'f']])
})

test('a quota keeps what was not taken ready, says why, and the next start continues', async () => {
  let isFull = true
  const { list, sent, states } = createTestList({
    send: async (batch) => ({
      outcomes: batch.map((upload) =>
        isFull && upload.file.name !== 'a'
          ? { state: 'halted', reason: 'You have 1 image waiting for review.' }
          : { state: 'success', image: uploadedImage(upload) },
      ),
      retryAfter: 0,
      isUnreachable: false,
    }),
  })
  list.add(files('a', 'b', 'c'))
  list.upload()
  await expect.poll(states).toEqual(['a success', 'b ready', 'c ready'])
  expect(list.getSnapshot().haltReason).toBe('You have 1 image waiting for review.')
  isFull = false
  list.upload()
  expect(list.getSnapshot().haltReason).toBeNull()
  await expect.poll(states).toEqual(['a success', 'b success', 'c success'])
  expect(sent.map(String)).toEqual(['a,b,c', 'b,c'])
})

test('a file that the person has already is not sent, until they say so its words neither', async () => {
  const { list, sent, states, settled } = createTestList({
    inspectionOf: (name) => ({ sha256: name }),
    findInLibrary: async ({ sha256 }) => (sha256 === 'b' ? { ...fox, kind: 'same_file' } : undefined),
  })
  list.add(files('a', 'b'))
  await expect.poll(states).toEqual(['a ready', 'b present'])
  list.upload()
  await settled()
  expect(sent).toEqual([['a']])
  expect(states()).toEqual(['a success', 'b present'])
})

const mended: MendedFile = { bytes: new Blob(['mended']), width: 1, height: 1, mended: [{ kind: 'haze' }] }
const file = (name: string, bytes: string) => new File([bytes], name)

/** A list whose files have their bytes as their hash too; those of 'hazy' can be mended. */
function createByteList() {
  const sent: string[] = []
  const { list, uploads } = createTestList({
    inspectionOf: (_, sha256) => ({ sha256, ...(sha256 === 'hazy' && { mended }) }),
    send: async (batch) => {
      for (const { file } of batch) sent.push(`${file.name} ${await file.text()}`)
      return allSucceed(batch)
    },
  })
  const inspected = () => uploads().map(({ file, state, inspection }) => `${file.name} ${state} ${inspection!.sha256!}`)
  /** Each file's name, state and bytes, once all have been looked at. */
  return { list, sent, uploads, ids: () => idsOf(uploads()), inspected: () => vi.waitFor(inspected, 5_000) }
}

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
