import { sql } from 'kysely'
import { type TrashJobDeps, trashJobs } from '#features/back-office/trash/trash-jobs'

/** What one of the processes does each minute. */
export const removeFiles = (deps: TrashJobDeps) =>
  trashJobs(deps).minutely!.remove_files!({} as never, { abortSignal: AbortSignal.timeout(20_000) })

export async function removeFilesAnHourLater(deps: TrashJobDeps): Promise<void> {
  await sql`update unowned_file set at = at - interval '61 minutes'`.execute(deps.db)
  await removeFiles(deps)
}

/** Takes away an image that has been in the trash for a month. */
export async function purge(deps: TrashJobDeps, id: number): Promise<void> {
  await sql`update images set trashed_at = now() - interval '31 days' where id = ${id}`.execute(deps.db)
  await (trashJobs(deps).nightly!.empty_old_trash as () => Promise<void>)()
}
