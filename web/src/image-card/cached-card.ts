import type { QueryClient } from '@tanstack/react-query'
import type { Card } from '@vitrine/contract/schemas/image'

export function cachedCard(cache: QueryClient, slug: string): Card | undefined {
  const lists = cache.getQueriesData<{ images?: Card[] }>({
    predicate: ({ queryKey: [kind] }) => kind === 'approved' || kind === 'image' || kind === 'contributor',
  })
  for (const [, list] of lists) {
    const card = list?.images?.find((one) => one.slug === slug)
    if (card) return card
  }
  return undefined
}
