import { expect, test, vi } from 'vitest'
import { emptyInspection, type FileInspection } from '../inspection/inspect-file.ts'
import type { AttemptResult } from '../sending/send-with-retry.ts'
import { type Duplicate, isLibraryDuplicate } from './duplicate.ts'
import type { Upload, UploadedImage } from './upload.ts'
import { createUploadList } from './upload-list.ts'

const files = (...names: string[]) => names.map((name) => new File([name], name, { lastModified: 1 }))
const taken = ({ file }: Upload) => ({ image_id: 1, slug: file.name }) as UploadedImage
const allTaken = (batch: Upload[]): AttemptResult<UploadedImage> => ({
  outcomes: batch.map((one) => ({ state: 'success', image: taken(one) })),
  retryAfter: 0,
  isUnreachable: false,
})
const unreachable = (batch: Upload[]): AttemptResult<UploadedImage> => ({
  outcomes: batch.map(() => ({ state: 'error', reason: 'silence', canRetry: true, isTransient: true })),
  retryAfter: 0,
  isUnreachable: true,
})

function aList({
  looks = () => ({}),
  having = async () => undefined,
  send = async (batch: Upload[]) => allTaken(batch),
}: {
  looks?: (name: string) => Partial<FileInspection>
  having?: (look: FileInspection) => Promise<Duplicate | undefined>
  send?: (batch: Upload[]) => Promise<AttemptResult<UploadedImage>>
} = {}) {
  const sent: string[][] = []
  const list = createUploadList({
    inspect: async ({ name }) => ({ ...emptyInspection, ...looks(name) }),
    findInLibrary: having,
    send: async (batch) => {
      sent.push(batch.map(({ file }) => file.name))
      return send(batch)
    },
    onEnd: () => {},
  })
  const states = () => list.read().all.map(({ file, state }) => `${file.name} ${state}`)
  const settled = () => vi.waitFor(() => expect(states().filter((one) => /ready|loading/.test(one))).toEqual([]))
  return { list, sent, states, settled }
}

test('nothing is sent before it is said', async () => {
  const { list, sent, states, settled } = aList()
  list.add(files('a', 'b'))
  expect(states()).toEqual(['a ready', 'b ready'])
  expect(sent).toEqual([])
  list.upload()
  await settled()
  expect(states()).toEqual(['a success', 'b success'])
})

test('what a look finds wrong stays behind, even when Upload was pressed before it', async () => {
  const { list, sent, states, settled } = aList({ looks: (name) => (name === 'b' ? { refusal: 'no PNG' } : {}) })
  list.add(files('a', 'b', 'c'))
  list.upload()
  await settled()
  expect(sent).toEqual([['a', 'c']])
  expect(states()).toEqual(['a success', 'b error', 'c success'])
})

test('the same bytes under another name are sent once; when the first is removed, the second takes its place', async () => {
  const { list, states } = aList({ looks: () => ({ sha256: 'same' }) })
  list.add(files('a', 'b'))
  await vi.waitFor(() => expect(states()).toEqual(['a ready', 'b twice']))
  list.remove(new Set([list.read().all[0]!.id]))
  expect(states()).toEqual(['b ready'])
})

test('a folder that is dropped twice is on the list once', () => {
  const { list, states } = aList()
  list.add(files('a'))
  expect(list.add(files('a', 'b'))).toBe(1)
  expect(states()).toEqual(['a ready', 'b ready'])
})

test('Stop makes ready again what has not arrived, also while it waits for the line', async () => {
  const { list, states } = aList({ send: async (batch) => unreachable(batch) })
  list.add(files('a'))
  list.upload()
  await vi.waitFor(() => expect(list.read().waiting).toMatchObject({ unreachable: true }))
  list.stop()
  await vi.waitFor(() => expect(list.read().waiting).toBeNull())
  expect(states()).toEqual(['a ready'])
})

test('whoever does not want to wait tries at once', async () => {
  let isDown = true
  const { list, settled } = aList({ send: async (batch) => (isDown ? unreachable(batch) : allTaken(batch)) })
  list.add(files('a'))
  list.upload()
  await vi.waitFor(() => expect(list.read().waiting).not.toBeNull())
  isDown = false
  list.tryNow()
  await settled()
})

test('what was said of all can be taken back', () => {
  const { list } = aList()
  list.add(files('a', 'b'))
  const [a, b] = list.read().all
  list.say(a!.id, { title: 'Mine' })
  const undo = list.sayAll(new Set([a!.id, b!.id]), () => ({ title: 'All' }))
  expect(list.read().all.map(({ edits: typed }) => typed.title)).toEqual(['All', 'All'])
  undo()
  expect(list.read().all.map(({ edits: typed }) => typed.title)).toEqual(['Mine', undefined])
})

const fox: Duplicate = { where: 'library', same: false, title: 'Fox', status: 'pending', thumbnail: '', href: '' }
const doubts = (list: ReturnType<typeof createUploadList>) =>
  list.read().all.map(({ duplicate: alike }) => (alike?.where === 'list' ? alike.name : alike?.title))

test('a motif that comes a second time is doubted, and no more once the first is gone', async () => {
  const motifs: Record<string, string> = { a: '00000000000000ff', b: '00000000000000f0', c: 'ffffffffffffffff' }
  const { list, sent, settled } = aList({ looks: (name) => ({ dhash: motifs[name]! }) })
  list.add(files('a', 'b', 'c'))
  await vi.waitFor(() => expect(doubts(list)).toEqual([undefined, 'a', undefined]))
  list.remove(new Set([list.read().all[0]!.id]))
  expect(doubts(list)).toEqual([undefined, undefined])
  list.upload()
  await settled()
  expect(sent).toEqual([['b', 'c']])
})

test('what one has already is doubted and can be left out and taken in again; it is sent all the same', async () => {
  const { list, sent, states, settled } = aList({
    looks: (name) => ({ dhash: name }),
    having: async ({ dhash: motif }) => (motif === 'f' ? fox : undefined),
  })
  list.add(files('e', 'f'))
  await vi.waitFor(() => expect(doubts(list).at(-1)).toBe('Fox'))
  const undo = list.remove(
    new Set(
      list
        .read()
        .all.filter(isLibraryDuplicate)
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

test('nobody waits for what the library says about it', async () => {
  const { list, settled } = aList({ having: () => new Promise(() => {}) })
  list.add(files('a'))
  list.upload()
  await settled()
})
