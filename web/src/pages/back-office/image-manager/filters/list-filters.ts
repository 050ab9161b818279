import { ageFilters, type ListFilters, listFilterNames } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { type FindingKind, findingKinds } from '@vitrine/contract/measures/findings'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { transparencyKinds } from '@vitrine/contract/vocabulary/filters'
import { licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import { aiFacets } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { reasonsAbout } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'
import type { Choice } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

export type FilterName = (typeof listFilterNames)[number]
/** The filters in use; what is left out filters nothing. */
export type Filters = { [N in FilterName]?: ListFilters[N] }

/** What a list is searched and filtered by. */
export interface ListSearch {
  title: string
  /** Only the words as they are. */
  exact: boolean
  filters: Filters
}

/** A search as addresses and calls have it, the filters in one order. */
export const searchQuery = ({ title, exact, filters }: ListSearch) => ({
  title,
  exact: exact ? ('1' as const) : undefined,
  ...(Object.fromEntries(listFilterNames.map((name) => [name, filters[name]])) as Filters),
})

/** Whether a list has edits of words and nothing else, which are decided about as what they change. */
export const isListOfEdits = ({ flag }: Filters) => flag === 'words_edited'

const findingChoices = (group: 'fault' | 'remark') =>
  (Object.keys(findingKinds) as FindingKind[])
    .filter((kind) => findingKinds[kind] === group)
    .map((kind) => ({ value: kind, label: findingLabel(kind) }))

/** The choices of each filter; the contributor is typed. */
export const filterChoices: Record<Exclude<FilterName, 'username'>, Choice<string>[]> = {
  finding: [{ value: 'any', label: 'With faults' }, ...findingChoices('fault'), ...findingChoices('remark')],
  transparency: transparencyKinds.map((value) => ({ value, label: messages.transparencies[value] })),
  ai: aiFacets.map((value) => ({ value, label: messages.aiFacets[value] })),
  licence: licenceIds.map((value) => ({ value, label: licences[value].name })),
  category: [...categories.map(({ value, name }) => ({ value, label: name })), { value: 'none', label: 'No category' }],
  keywords: [{ value: 'none', label: 'No keywords' }],
  age: ageFilters.map((value) => ({ value, label: messages.ages[value] })),
  reason: reasonsAbout.picture.map(({ value, message }) => ({ value, label: message })),
  flag: [
    { value: 'overruled', label: 'Findings overruled' },
    { value: 'live_by_level', label: 'Went live by level' },
    { value: 'words_edited', label: 'Edits of words' },
  ],
}

export const choosableFilters = Object.keys(filterChoices) as Exclude<FilterName, 'username'>[]

/** The filters of an address, without values that do not exist and those that a contributor has no use for. */
export function parseFilters(search: URLSearchParams, { role }: Pick<SignedInUser, 'role'>): Filters {
  const known = choosableFilters.flatMap((name) => {
    const value = search.get(name)
    return filterChoices[name].some((choice) => choice.value === value) ? [[name, value]] : []
  })
  const username = role === 'admin' ? search.get('username')?.trim() : ''
  return { ...Object.fromEntries(known), ...(username && { username }) }
}

/** A filter in use, in words. */
export function filterText(name: FilterName, value: string): string {
  if (name === 'username') return `By ${value}`
  const label = filterChoices[name].find((choice) => choice.value === value)!.label
  return name === 'keywords' || name === 'flag' || value === 'none' ? label : `${messages.names[name]}: ${label}`
}

export type ListView = 'grid' | 'table'

const storedView = storedValue<ListView>('list-view', (text) => (text === '"table"' ? 'table' : 'grid'))

/** How lists are shown, remembered by the browser. */
export function useListView() {
  const view = useSyncExternalStore(storedView.subscribe, storedView.read, (): ListView => 'grid')
  return [view, storedView.store] as const
}
