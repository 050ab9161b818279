import type { Feature } from '#feature'
import { account } from './account-command.ts'
import { closingMailJobs } from './closing/close-account.ts'
import { closeImageJobs } from './closing/close-images.ts'
import { ownDataRoutes } from './own-data-routes.ts'

export const ownData: Feature = {
  routes: (_app, deps) => ownDataRoutes(deps),
  jobs: (deps) => [closeImageJobs(deps), closingMailJobs(deps)],
  commands: { account },
}
