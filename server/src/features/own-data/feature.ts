import type { Feature } from '#feature'
import { account } from './account-command.ts'
import { closeImageJobs, closingMailJobs } from './closing/close-account.ts'
import { ownDataRoutes } from './own-data-routes.ts'

export const ownData: Feature = {
  routes: (_app, deps) => ownDataRoutes(deps),
  jobs: (deps) => [closeImageJobs(deps), closingMailJobs(deps)],
  commands: { account },
}
