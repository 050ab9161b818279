/** Another page of a list is read from its heading on. */
export const topId = 'top'

/** A link to the same page, asked something else; what is empty and the first page are not said. */
export function asking(questions: Record<string, string | number | undefined>): string {
  const said = Object.entries(questions).filter(([name, value]) => value && !(name === 'page' && value === 1))
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}

/** The page that an address asks for; the first one unless it names another. */
export function pageOf(address: URLSearchParams): number {
  const page = Number(address.get('page'))
  return Number.isInteger(page) && page > 0 ? page : 1
}
