import { sql } from 'kysely'
import type { ImageChanges } from '#features/images/images.sql'
import type { Database } from '#kit/database/pool'
import { fieldColumns } from './field-columns.ts'

const columns = sql.join(fieldColumns.map(({ column }) => sql.ref(column)))

/** Stores changes of their own in the columns of each of these images; what is not named stays. */
export async function updateEachImage(db: Database, images: { id: number; changes: ImageChanges }[]): Promise<void> {
  await sql`
    update images set (${columns}) = (select ${columns} from jsonb_populate_record(images, changes)), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(images)}::jsonb) as row (id bigint, changes jsonb)
    where images.id = row.id`.execute(db)
}
