/** Another page of a list is read from its heading on. */
export const listHeadingId = 'top'

/** A link to the same page, asked something else; what is empty and the first page are not said. */
export function queryString(questions: Record<string, string | number | undefined>): string {
  const said = Object.entries(questions).filter(([name, value]) => value && !(name === 'page' && value === 1))
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}

/** The page that an address asks for; the first one unless it names another. */
export function pageParam(address: URLSearchParams): number {
  const page = Number(address.get('page'))
  return Number.isInteger(page) && page > 0 ? page : 1
}
