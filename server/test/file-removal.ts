import { type TrashJobDeps, trashJobs } from '#features/back-office/trash/trash-jobs'

/** What one of the processes does each minute. */
export const removeFiles = (deps: TrashJobDeps): Promise<void> =>
  trashJobs(deps).minutely!.remove_files!({} as never, { abortSignal: AbortSignal.timeout(20_000) })
