import type { Feature } from '#feature'
import { contactMailJobs, contactRoutes } from './contact-routes.ts'
import { securityTxtRoute } from './security-txt.ts'

export const contact: Feature = {
  routes(app, deps) {
    contactRoutes(deps)
    securityTxtRoute(app, deps)
  },
  jobs: (deps) => [contactMailJobs(deps)],
}
