import type { Feature } from '#feature'
import { takeDownJobs } from './take-down-jobs.ts'

export const takeDowns: Feature = {
  jobs: (deps) => [takeDownJobs(deps)],
}
