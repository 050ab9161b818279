import type { ColumnType } from 'kysely'

/** A timestamp that only the database writes. */
export type DatabaseTimestamp = ColumnType<Date, never, never>
/** A timestamp that the database sets on insert and the application may change. */
export type UpdatableTimestamp = ColumnType<Date, Date | undefined, Date>
