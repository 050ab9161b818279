import { keepPreviousData } from '@tanstack/react-query'
import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { CallInput, Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { colours } from '@vitrine/contract/vocabulary/colours'
import {
  aiFilters,
  filterNames,
  minimumSizes,
  orientations,
  type Sort,
  sorts,
  transparencyKinds,
} from '@vitrine/contract/vocabulary/filters'
import { licenceIds } from '@vitrine/contract/vocabulary/licences'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { publicEndpoint, type Transport } from '#api/api-client.ts'
import { callQuery } from '#api/query-client.ts'
import { pageParam } from '#api/query-string.ts'

const colourValues = colours.map(({ value }) => value)

/** Reads the search of an address, which holds all of it for links, reload and Back (requirements: #search-address). */
export function parseSearch(address: URLSearchParams) {
  return {
    title: (address.get('title') ?? '').slice(0, limits.title),
    /** The display name, not the value (requirements: #search-state). */
    category: categoryName(address.get('category') ?? ''),
    keyword: (address.get('keyword') ?? '').slice(0, limits.keyword),
    colour: matchOption(colourValues, address.get('colour')),
    orientation: matchOption(orientations, address.get('orientation')),
    /** Minimum pixels of the longer side; 0 for any. */
    size: minimumSizes.find((size) => String(size) === address.get('size')) ?? 0,
    transparency: matchOption(transparencyKinds, address.get('transparency')),
    clean_edges: matchOption(['1'], address.get('clean_edges')),
    licence: matchOption(licenceIds, address.get('licence')),
    ai: matchOption(aiFilters, address.get('ai')),
    /** '' for the default. */
    sort: matchOption(sorts, address.get('sort')),
    /** Only the words as they are: nothing is corrected, translated or left out. */
    exact: address.get('exact') === '1',
    page: pageParam(address),
  }
}

export type SearchState = ReturnType<typeof parseSearch>

export const emptySearch = parseSearch(new URLSearchParams())

/** As links write it, so that a category has one address; another text stays, and finds nothing. */
function categoryName(text: string): string {
  const key = text.toLowerCase()
  return categories.find(({ name, value }) => name.toLowerCase() === key || value === key)?.name ?? text
}

function matchOption<T extends string>(options: readonly T[], value: string | null): T | '' {
  return options.find((option) => option === value) ?? ''
}

const paramOrder = ['title', ...filterNames, 'sort'] as const

/** Links to a search are encoded by hand: a page has about 80, and URLSearchParams took a tenth of its rendering. */
export function searchHref(search: Partial<SearchState>): string {
  let query = ''
  for (const name of paramOrder) if (search[name]) query += `&${name}=${formEncode(search[name])}`
  if (search.exact) query += '&exact=1'
  if (search.page && search.page > 1) query += `&page=${search.page}`
  return query ? `${homeHref}?${query.slice(1)}` : homeHref
}

const homeHref = pages.home.href()

/** Encodes as forms do (URL standard, application/x-www-form-urlencoded): links and forms give one address. */
function formEncode(value: string | number): string {
  if (typeof value === 'number' || /^[\w.*-]*$/.test(value)) return String(value)
  return encodeURIComponent(value.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The site's usual order is not the API's, which is the newest first. */
export const defaultSortOf = ({ title }: SearchState): Sort => (title ? 'relevance' : 'trending')

/** Whether a search is for something: words, a category, a tag or a filter; not the order alone. */
export const isSearching = (search: SearchState) => Boolean(search.title || filterNames.some((name) => search[name]))

/** Whether the home page begins with its heading and pictures. */
export const hasHero = (search: SearchState) => !isSearching(search) && search.page === 1

/** Whether pictures of the day stand for what is shown: for the whole library, or for a category alone. */
export const hasHighlights = (search: SearchState) => hasHero({ ...search, category: '' })

/** One page of search results; the previous page stays visible while the next one loads. */
export function approvedImagesQuery(send: Transport, search: SearchState) {
  const { size, exact } = search
  // Empty texts are not sent. With words the API's default is the site's, relevance; without, the site shows trends.
  const sort = search.sort || (search.title ? undefined : defaultSortOf(search))
  const query = { ...search, sort, size: size || undefined, exact: exact ? '1' : undefined } as SearchQuery
  return { ...callQuery(send, ['approved', search], approvedImages, { query }), placeholderData: keepPreviousData }
}

/** Whether they fill no row of a wide grid, so that related images stand below them. */
export const areFew = ({ images, count }: Reply<typeof gallery.approved>) => images.length > 0 && count <= 3

type SearchQuery = CallInput<typeof gallery.approved>['query']

const approvedImages = publicEndpoint<typeof gallery.approved>('GET', '/images/approved/')
