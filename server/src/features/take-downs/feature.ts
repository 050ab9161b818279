import type { Feature } from '#feature'
import { takeDownJobs } from './take-down.ts'

export const takeDowns: Feature = {
  jobs: (deps) => [takeDownJobs(deps)],
}
