import type { Feature } from '#feature'
import { contactMailJobs, contactRoutes, securityTxtRoute } from './contact-routes.ts'

export const contact: Feature = {
  routes(app, deps) {
    contactRoutes(deps)
    securityTxtRoute(app, deps)
  },
  jobs: (deps) => [contactMailJobs(deps)],
}
