import { useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'

export type ListView = 'grid' | 'table'

const storedView = storedValue<ListView>('list-view', (text) => (text === '"table"' ? 'table' : 'grid'))

/** How lists are shown, remembered by the browser. */
export function useListView() {
  const view = useSyncExternalStore(storedView.subscribe, storedView.read, (): ListView => 'grid')
  return [view, storedView.store] as const
}
