import type { Feature } from '#feature'
import { makeCovers } from './covers.ts'
import { highlightRoutes } from './highlight-routes.ts'
import { refreshHighlights } from './refresh-highlights.ts'

export const highlights: Feature = {
  routes: highlightRoutes,
  jobs: (deps) => [
    {
      minutely: {
        async refresh_highlights() {
          await refreshHighlights(deps)
          await makeCovers(deps)
        },
      },
    },
  ],
}
