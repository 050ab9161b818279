import type { Feature } from '#feature'
import { peopleRoutes } from './people-routes.ts'

export const people: Feature = {
  routes: (_app, deps) => peopleRoutes(deps.serve, deps),
}
