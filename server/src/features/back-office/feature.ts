import type { Feature } from '#feature'
import { csvRoutes } from './csv/csv-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { decisionMailJobs, unsubscribeRoutes } from './decisions/decision-mails.ts'
import { forgetDecisions } from './decisions/decisions.sql.ts'
import { imageRoutes } from './image-routes.ts'
import { importFolder } from './import/import-command.ts'
import { uploadFolder } from './import/upload-command.ts'
import { listRoutes } from './lists/list-routes.ts'
import { overrulingRoutes } from './overruling/overruling-routes.ts'
import { reviewRoutes } from './review/review-routes.ts'
import { cleanStore, trashJobs } from './trash/trash-jobs.ts'
import { trashRoutes } from './trash/trash-routes.ts'

export const backOffice: Feature = {
  routes(app, deps) {
    imageRoutes(deps)
    listRoutes(deps)
    trashRoutes(deps)
    overrulingRoutes(deps)
    reviewRoutes(deps)
    csvRoutes(app, deps)
    dashboardRoutes(deps)
    unsubscribeRoutes(app, deps)
  },
  jobs: (deps) => [
    decisionMailJobs(deps),
    trashJobs(deps),
    { nightly: { forget_decisions: () => forgetDecisions(deps.backgroundDb, deps.config) } },
  ],
  background: cleanStore,
  commands: { import: importFolder, upload: uploadFolder },
}
