/** The id of the heading to which the page links of a list lead. */
export const listHeadingId = 'top'

/** A query string for a link to the same page, without empty values and the first page. */
export function queryString(params: Record<string, string | number | undefined>): string {
  const entries = Object.entries(params).filter(([name, value]) => value && !(name === 'page' && value === 1))
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** The parameters of the address: after a choice they are ahead of those of the rendered page. */
export const currentParams = (): URLSearchParams => new URLSearchParams(location.search)

/** The page number in the query; 1 unless it is a positive integer. */
export function pageParam(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 && page <= 1e6 ? page : 1
}
