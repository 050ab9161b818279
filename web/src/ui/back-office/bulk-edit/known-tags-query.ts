import { queryOptions } from '@tanstack/react-query'
import { gallery } from '@vitrine/contract/calls/visitors/gallery'
import { apiClient, type Transport } from '#api/api-client.ts'

/** Number of tags that are suggested; they are completed in the browser, without a request for each letter. */
const tagCount = 600

/** The library's own tags, the most used first. */
export const knownTagsQuery = (send: Transport) =>
  queryOptions({
    queryKey: ['known-tags'],
    queryFn: async ({ signal }) =>
      (await apiClient(send, signal)(gallery.keywords, { query: { first: tagCount } })).data.map(({ name }) => name),
    staleTime: 600_000,
  })

/** The tags that begin with what was typed, then those with a word that does; none that is chosen already. */
export function matchingTags(tags: string[], typed: string, chosen: string[], count = 8): string[] {
  const start = typed.trim().toLowerCase()
  if (!start) return []
  const isChosen = new Set(chosen.map((name) => name.toLowerCase()))
  const open = tags.filter((tag) => !isChosen.has(tag.toLowerCase()))
  const beginning = open.filter((tag) => tag.toLowerCase().startsWith(start))
  const inside = open.filter((tag) => tag.toLowerCase().includes(` ${start}`))
  return [...new Set([...beginning, ...inside])].slice(0, count)
}
