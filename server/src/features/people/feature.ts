import type { Feature } from '#feature'
import { audit } from './audit-command.ts'
import { peopleRoutes } from './people-routes.ts'

export const people: Feature = {
  routes: (_app, deps) => peopleRoutes(deps),
  commands: { audit },
}
