import type { Feature } from '#feature'
import { csvRoutes } from './csv/csv-routes.ts'
import { decisionMailJobs } from './decisions/decision-mails.ts'
import { forgetDecisions } from './decisions/decisions.sql.ts'
import { unsubscribeRoutes } from './decisions/unsubscribe-routes.ts'
import { imageRoutes } from './image-routes.ts'
import { importFolder } from './import/import-command.ts'
import { uploadFolder } from './import/upload-command.ts'
import { inboxRoutes } from './inbox/inbox-routes.ts'
import { listRoutes } from './lists/list-routes.ts'
import { overrulingRoutes } from './overruling/overruling-routes.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { cleanStore, trashJobs } from './trash/trash-jobs.ts'
import { trashRoutes } from './trash/trash-routes.ts'

export const backOffice: Feature = {
  routes(app, { serve, ...deps }) {
    imageRoutes(serve, deps)
    listRoutes(serve, deps)
    trashRoutes(serve, deps)
    overrulingRoutes(serve, deps)
    reviewRoutes(serve, deps)
    csvRoutes(app, serve, deps)
    statisticsRoutes(serve, deps)
    inboxRoutes(serve, deps)
    unsubscribeRoutes(app, serve, deps)
  },
  jobs: (deps) => [
    decisionMailJobs(deps),
    trashJobs(deps),
    { nightly: { forget_decisions: () => forgetDecisions(deps.backgroundDb, deps.config) } },
  ],
  background: cleanStore,
  commands: { import: importFolder, upload: uploadFolder },
}
