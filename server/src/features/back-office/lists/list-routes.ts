import { randomUUID } from 'node:crypto'
import type { Caller } from '@vitrine/contract/caller'
import {
  allCounts,
  allLists,
  byName,
  imageRevision,
  type ListQuery,
  listSelection,
  ownCounts,
  ownFilters,
  ownLists,
} from '@vitrine/contract/calls/back-office/lists'
import type { FeatureDeps } from '#feature'
import { toManagedImages } from '#features/gallery/managed-image'
import { managedImages } from '#features/gallery/managed-images.sql'
import { ownerInView } from '../edit-rules.ts'
import {
  type ImageList,
  type ListPage,
  type ListSearch,
  matchingPage,
  needsMatching,
  pageIds,
  queueLength,
  selectedImages,
} from './image-lists.sql.ts'
import { runListSearch } from './list-search.ts'

type ListRequest = { query: ListQuery; caller: Caller }
/** Whose images a call lists; null is everyone. */
type OwnerOf = (caller: Caller) => number | null

/** The same lists twice: of the caller's own images and, for admins, of all images (requirements: #own-images). */
export function listRoutes({ serve, db, mediaSigner, notifications }: FeatureDeps) {
  const page = async (list: ImageList, query: ListQuery, caller: Caller) => {
    const found = query.title.trim() ? await foundPage(list, query) : { ...(await plainPage(list, query)), meant: [] }
    const { count, ids, meant } = found
    const rows = await managedImages(db, ids)
    return {
      count,
      ...editsInReply(found.waiting_edits),
      ...(meant.length ? { meant } : {}),
      images: await toManagedImages({ db, mediaSigner }, rows, caller),
    }
  }
  const plainPage = async (list: ImageList, query: ListQuery): Promise<ListPage> => {
    if (needsMatching(list, query)) return matchingPage(db, list, null, query)
    const length = await queueLength(db, list)
    return { ...length, ids: await pageIds(db, list, query, length.count) }
  }
  const foundPage = (list: ImageList, query: ListQuery) =>
    runListSearch(db, list.owner, query, (search) => matchingPage(db, list, search, query))
  const length = async (list: ImageList) => {
    const { count, waiting_edits } = await queueLength(db, list)
    return { images_length: count - waiting_edits, ...editsInReply(waiting_edits) }
  }

  const pagesOf = (ownerOf: OwnerOf) =>
    byName(ownFilters, (name) => ({ query, caller }: ListRequest) => {
      return page({ name, owner: ownerOf(caller), filters: query }, query, caller)
    })
  const lengthsOf = (ownerOf: OwnerOf) =>
    byName(ownFilters, (name) => ({ caller }: Pick<ListRequest, 'caller'>) => {
      return length({ name, owner: ownerOf(caller), filters: { username: '' } })
    })
  const own: OwnerOf = ({ id }) => id
  const everyone: OwnerOf = () => null

  serve(ownLists, pagesOf(own))
  serve(allLists, pagesOf(everyone))
  serve(ownCounts, lengthsOf(own))
  serve(allCounts, lengthsOf(everyone))

  serve(listSelection, {
    async all({ query, caller }) {
      const list = { name: query.list, owner: ownerInView(caller, query.list), filters: query }
      const select = async (search: ListSearch | null) => {
        const images = await selectedImages(db, list, search)
        return { count: images.length, images }
      }
      const { images } = query.title.trim() ? await runListSearch(db, list.owner, query, select) : await select(null)
      return { ids: images.map(({ id }) => id), versions: images.map(({ version }) => version) }
    },
  })

  const revisionFor = trackImageRevisions(notifications)
  serve(imageRevision, { current: async ({ caller }) => ({ revision: revisionFor(caller) }) })
}

/** A count of 0 is left out. */
const editsInReply = (waiting_edits: number) => (waiting_edits ? { waiting_edits } : {})

/** NOTIFY topic of `notify_images_changed`; a transaction and the owners of the images follow. */
const imagesChanged = 'images changed'

/** Milliseconds after which a list is read again while notifications may be missed. */
const unsureMs = 5_000

/** The last transaction that changed each owner's images: notifications come in one order, so all processes agree. */
function trackImageRevisions(notifications: FeatureDeps['notifications']) {
  const byOwner = new Map<number, string>()
  /** Of changes that may concern any owner. */
  let ofAll = ''
  let last = ''

  notifications.on(imagesChanged, (transaction = randomUUID(), owners = '*') => {
    last = transaction
    if (owners === '*') {
      byOwner.clear()
      ofAll = transaction
    } else for (const owner of owners.split(',')) byOwner.set(Number(owner), transaction)
  })

  return ({ id, role }: Caller): string => {
    if (!notifications.isListening()) return `unsure ${Math.floor(Date.now() / unsureMs)}`
    return role === 'admin' ? last : (byOwner.get(id) ?? ofAll)
  }
}
