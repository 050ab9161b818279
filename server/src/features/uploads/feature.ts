import type { Feature } from '#feature'
import { draftJobs } from './drafts.ts'
import { measure, measuringJobs } from './measuring/measure-again.ts'
import { uploadRoutes } from './upload-routes.ts'

export const uploads: Feature = {
  routes: (app, deps) => uploadRoutes(app, deps),
  jobs: (deps) => [measuringJobs(deps), draftJobs(deps)],
  commands: { measure },
}
