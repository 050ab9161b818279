import type { Feature } from '#feature'
import { measure } from './measuring/measure-command.ts'
import { measuringJobs } from './measuring/measuring-job.ts'
import { uploadRoutes } from './upload-routes.ts'

export const uploads: Feature = {
  routes: (app, deps) => uploadRoutes(app, deps.serve, deps),
  jobs: (deps) => [measuringJobs(deps, deps.log)],
  commands: { measure },
}
