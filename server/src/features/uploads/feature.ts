import type { Feature } from '#feature'
import { uploadRoutes } from './upload-routes.ts'

export const uploads: Feature = {
  routes: (app, deps) => uploadRoutes(app, deps.serve, deps),
}
