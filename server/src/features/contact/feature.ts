import type { Feature } from '#feature'
import { contactMailJobs } from './contact-mails.ts'
import { contactRoutes } from './contact-routes.ts'

export const contact: Feature = {
  routes: (_app, { serve, ...deps }) => contactRoutes(serve, deps),
  jobs: (deps) => [contactMailJobs(deps)],
}
