import { api } from '@vitrine/contract/api'
import { apiBase, type Endpoint, fillPath } from '@vitrine/contract/endpoint'

/** Every call of the contract by its name, such as `backOffice.update`. */
export const calls: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, call]) => [`${group}.${name}`, call] as const),
  ),
)

/** The names of calls in a table by their groups: `{ backOffice: 'update deleteOne' }`. */
export const namesOfCalls = (groups: Record<string, string>) =>
  Object.entries(groups).flatMap(([group, names]) => names.split(' ').map((name) => `${group}.${name}`))

export function urlOfCall({ path }: Endpoint, slots: object = {}): string {
  const something = { id: 1, slug: 'x', cloudflare_id: 'x', uidb64: 'x', token: 'x', secret: 'x', key: 'x' }
  return apiBase + fillPath(path, { ...something, username: 'x', kind: 'haze', ...slots })
}
