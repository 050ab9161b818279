import { highlights as calls } from '@vitrine/contract/calls/gallery'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { categoryDescriptions } from '@vitrine/contract/vocabulary/category-descriptions'
import type { Feature } from '#feature'
import { cardsJson } from '#features/gallery/gallery.sql'
import { PreserializedJson } from '#kit/http/endpoints'
import { highlightsOf, homePage } from './highlights.sql.ts'
import { refreshHighlights } from './refresh-highlights.ts'

export const highlights: Feature = {
  routes(_app, { serve, reads }) {
    serve(calls, {
      today: ({ query, request }) =>
        reads(request)(async (db) => {
          const pubNos = await highlightsOf(db, query.category ?? homePage)
          const description = JSON.stringify(descriptionOf(query.category))
          return new PreserializedJson(`{"description":${description},"images":[${await cardsJson(db, { pubNos })}]}`)
        }),
    })
  },
  jobs: (deps) => [{ minutely: { refresh_highlights: () => refreshHighlights(deps) } }],
}

function descriptionOf(category: number | undefined): string | null {
  const value = category && categoryValueById(category)
  return value ? categoryDescriptions[value] : null
}
