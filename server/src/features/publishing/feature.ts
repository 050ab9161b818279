import type { Feature } from '#feature'
import { hiddenImageJobs } from './hidden-images.ts'
import { refreshPopularity, refreshTrending } from './popularity.ts'
import { galleryChanged } from './read-model.ts'

export const publishing: Feature = {
  jobs: ({ backgroundDb }) => [
    {
      nightly: { refresh_popularity: () => refreshPopularity(backgroundDb) },
      handlers: hiddenImageJobs(backgroundDb),
      hourly: { refresh_trending: () => refreshTrending(backgroundDb) },
    },
  ],
  clearsCaches: [galleryChanged],
}
