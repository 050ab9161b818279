import { highlights as calls } from '@vitrine/contract/calls/gallery'
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
          return new PreserializedJson(`{"images":[${await cardsJson(db, { pubNos })}]}`)
        }),
    })
  },
  jobs: (deps) => [{ minutely: { refresh_highlights: () => refreshHighlights(deps) } }],
}
