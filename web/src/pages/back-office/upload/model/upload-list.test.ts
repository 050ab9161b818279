import { expect, test, vi } from 'vitest'
import { emptyInspection, type FileInspection } from '../inspection/inspect-file.ts'
import type { AttemptResult } from '../sending/send-with-retry.ts'
import { isLibraryDuplicate } from './duplicate.ts'
import type { Duplicate, Upload, UploadedImage } from './upload.ts'
import { createUploadList } from './upload-list.ts'

const files = (...names: string[]) => names.map((name) => new File([name], name, { lastModified: 1 }))
const uploadedImage = ({ file }: Upload) => ({ image_id: 1, slug: file.name }) as UploadedImage
const allSucceed = (batch: Upload[]): AttemptResult<UploadedImage> => ({
  outcomes: batch.map((upload) => ({ state: 'success', image: uploadedImage(upload) })),
  retryAfter: 0,
  isUnreachable: false,
})
const unreachable = (batch: Upload[]): AttemptResult<UploadedImage> => ({
  outcomes: batch.map(() => ({ state: 'error', reason: 'no response', canRetry: true, isTransient: true })),
  retryAfter: 0,
  isUnreachable: true,
})

function createTestList({
  inspectionOf = () => ({}),
  findInLibrary = async () => undefined,
  send = async (batch: Upload[]) => allSucceed(batch),
}: {
  inspectionOf?: (name: string) => Partial<FileInspection>
  findInLibrary?: (inspection: FileInspection) => Promise<Duplicate | undefined>
  send?: (batch: Upload[]) => Promise<AttemptResult<UploadedImage>>
} = {}) {
  const sent: string[][] = []
  const list = createUploadList({
    inspect: async ({ name }) => ({ ...emptyInspection, ...inspectionOf(name) }),
    findInLibrary,
    send: async (batch) => {
      sent.push(batch.map(({ file }) => file.name))
      return send(batch)
    },
    onEnd: () => {},
    onHalt: () => {},
  })
  const states = () => list.getSnapshot().uploads.map(({ file, state }) => `${file.name} ${state}`)
  const settled = () => vi.waitFor(() => expect(states().filter((one) => /ready|loading/.test(one))).toEqual([]))
  return { list, sent, states, settled }
}

test('nothing is sent before upload is called', async () => {
  const { list, sent, states, settled } = createTestList()
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
  const { list, states } = createTestList({ inspectionOf: () => ({ sha256: 'same' }) })
  list.add(files('a', 'b'))
  await vi.waitFor(() => expect(states()).toEqual(['a ready', 'b duplicate']))
  list.remove(new Set([list.getSnapshot().uploads[0]!.id]))
  expect(states()).toEqual(['b ready'])
})

test('a file that is added twice is on the list once', () => {
  const { list, states } = createTestList()
  list.add(files('a'))
  expect(list.add(files('a', 'b'))).toBe(1)
  expect(states()).toEqual(['a ready', 'b ready'])
})

test('stop makes unsent files ready again, also while they wait for a retry', async () => {
  const { list, states } = createTestList({ send: async (batch) => unreachable(batch) })
  list.add(files('a'))
  list.upload()
  await vi.waitFor(() => expect(list.getSnapshot().nextRetry).toMatchObject({ isUnreachable: true }))
  list.stop()
  await vi.waitFor(() => expect(list.getSnapshot().nextRetry).toBeNull())
  expect(states()).toEqual(['a ready'])
})

test('a waiting retry can be started at once', async () => {
  let isDown = true
  const { list, settled } = createTestList({ send: async (batch) => (isDown ? unreachable(batch) : allSucceed(batch)) })
  list.add(files('a'))
  list.upload()
  await vi.waitFor(() => expect(list.getSnapshot().nextRetry).not.toBeNull())
  isDown = false
  list.retryNow()
  await settled()
})

test('an edit of many can be undone', () => {
  const { list } = createTestList()
  list.add(files('a', 'b'))
  const [a, b] = list.getSnapshot().uploads
  list.edit(a!.id, { title: 'Mine' })
  const undo = list.editMany(new Set([a!.id, b!.id]), () => ({ title: 'All' }))
  expect(list.getSnapshot().uploads.map(({ edits }) => edits.title)).toEqual(['All', 'All'])
  undo()
  expect(list.getSnapshot().uploads.map(({ edits }) => edits.title)).toEqual(['Mine', undefined])
})

const fox: Duplicate = { where: 'library', same: false, title: 'Fox', status: 'pending', thumbnail: '', href: '' }
const duplicateNames = (list: ReturnType<typeof createUploadList>) =>
  list.getSnapshot().uploads.map(({ duplicate }) => (duplicate?.where === 'list' ? duplicate.name : duplicate?.title))

test('a similar file is marked as a duplicate until the first one is removed', async () => {
  const hashes: Record<string, string> = { a: '00000000000000ff', b: '00000000000000f0', c: 'ffffffffffffffff' }
  const { list, sent, settled } = createTestList({ inspectionOf: (name) => ({ dhash: hashes[name]! }) })
  list.add(files('a', 'b', 'c'))
  await vi.waitFor(() => expect(duplicateNames(list)).toEqual([undefined, 'a', undefined]))
  list.remove(new Set([list.getSnapshot().uploads[0]!.id]))
  expect(duplicateNames(list)).toEqual([undefined, undefined])
  list.upload()
  await settled()
  expect(sent).toEqual([['b', 'c']])
})

test('a library duplicate is marked, can be removed and restored, and is sent all the same', async () => {
  const { list, sent, states, settled } = createTestList({
    inspectionOf: (name) => ({ dhash: name }),
    findInLibrary: async ({ dhash }) => (dhash === 'f' ? fox : undefined),
  })
  list.add(files('e', 'f'))
  await vi.waitFor(() => expect(duplicateNames(list).at(-1)).toBe('Fox'))
  const undo = list.remove(
    new Set(
      list
        .getSnapshot()
        .uploads.filter(isLibraryDuplicate)
        .map(({ id }) => id),
    ),
  )
  expect(states()).toEqual(['e ready'])
  undo()
  expect(states()).toEqual(['e ready', 'f ready'])
  list.upload()
  await settled()
  expect(sent).toEqual([['e', 'f']])
})

test('sending does not wait for the library search', async () => {
  const { list, settled } = createTestList({ findInLibrary: () => new Promise(() => {}) })
  list.add(files('a'))
  list.upload()
  await settled()
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
  await vi.waitFor(() => expect(states()).toEqual(['a success', 'b ready', 'c ready']))
  expect(list.getSnapshot().haltReason).toBe('You have 1 image waiting for review.')
  isFull = false
  list.upload()
  expect(list.getSnapshot().haltReason).toBeNull()
  await vi.waitFor(() => expect(states()).toEqual(['a success', 'b success', 'c success']))
  expect(sent).toEqual([
    ['a', 'b', 'c'],
    ['b', 'c'],
  ])
})
