import { createStore } from './external-store.ts'

/** Images that leave the list by a change that is not stored yet. */
export const hiddenImages = createStore<ReadonlySet<number>>(new Set())

export const hideImages = (ids: Iterable<number>) => hiddenImages.set(new Set([...hiddenImages.getSnapshot(), ...ids]))

export function unhideImages(ids: ReadonlySet<number>) {
  hiddenImages.set(new Set([...hiddenImages.getSnapshot()].filter((id) => !ids.has(id))))
}
