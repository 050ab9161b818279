import {
  findingFilters,
  type ListFilters,
  listFilterNames,
  type listOrders,
} from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { TransparencyKind } from '@vitrine/contract/vocabulary/filters'
import { licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import type { AiFacet } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { reasonsAbout } from '@vitrine/contract/vocabulary/rejection-reasons'
import { useSyncExternalStore } from 'react'
import { storedValue } from '#api/stored-value.ts'
import type { Choice } from '#ui/forms/form-field.tsx'

export type FilterName = (typeof listFilterNames)[number]
/** The filters in use; what is left out filters nothing. */
export type Filters = { [N in FilterName]?: ListFilters[N] }

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

/** A choice for each value, in the order of the labels. */
const choicesOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

/** The choices of each filter; the contributor is typed. */
export const filterChoices: Record<Exclude<FilterName, 'username'>, Choice<string>[]> = {
  finding: findingFilters.map((value) => ({ value, label: value === 'any' ? 'With faults' : findingLabel(value) })),
  transparency: choicesOf<TransparencyKind>({ cutout: 'Cut out', soft: 'Soft parts', none: 'Nothing clear' }),
  ai: choicesOf<AiFacet>({
    unknown: 'Nothing said of AI',
    no: 'Made without AI',
    partly: 'Partly made with AI',
    yes: 'Made with AI',
    contradicted: 'File says AI, contributor says none',
  }),
  licence: licenceIds.map((value) => ({ value, label: licences[value].name })),
  category: [...categories.map(({ value, name }) => ({ value, label: name })), { value: 'none', label: 'No category' }],
  keywords: [{ value: 'none', label: 'No keywords' }],
  age: choicesOf<NonNullable<ListFilters['age']>>({
    day: 'in the last 24 hours',
    week: 'in the last week',
    month: 'in the last month',
    older: 'over a month ago',
  }),
  reason: reasonsAbout.picture.map(({ value, message }) => ({ value, label: message })),
  flag: [
    { value: 'overruled', label: 'Findings overruled' },
    { value: 'live_by_level', label: 'Went live by level' },
    { value: 'words_edited', label: 'Edits of words' },
  ],
}

export const orderChoices = choicesOf<(typeof listOrders)[number]>({
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title',
  downloads: 'Most downloaded',
  size: 'Largest file',
})

export const filterLabels: Record<FilterName, string> = {
  finding: 'Findings',
  transparency: 'Transparency',
  licence: 'Licence',
  ai: 'AI',
  category: 'Category',
  keywords: 'Keywords',
  age: 'Uploaded',
  reason: 'Rejected because',
  flag: 'Flags',
  username: 'Contributor',
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
  return name === 'keywords' || name === 'flag' || value === 'none' ? label : `${filterLabels[name]}: ${label}`
}

export type ListView = 'grid' | 'table'

const storedView = storedValue<ListView>('list-view', (text) => (text === '"table"' ? 'table' : 'grid'))

/** How lists are shown, remembered by the browser. */
export function useListView() {
  const view = useSyncExternalStore(storedView.subscribe, storedView.read, (): ListView => 'grid')
  return [view, storedView.store] as const
}
