import type { Feature } from '#feature'
import { draftJobs } from './draft-jobs.ts'
import { measuringJobs } from './measuring/measure-again.ts'
import { measure } from './measuring/measure-command.ts'
import { uploadRoutes } from './upload-routes.ts'

export const uploads: Feature = {
  routes: (app, deps) => uploadRoutes(app, deps),
  jobs: (deps) => [measuringJobs(deps), draftJobs(deps)],
  commands: { measure },
}
