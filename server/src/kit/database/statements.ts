import { type CompiledQuery, type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Tables } from '#schema'

/** The database of this product; the schema's types are the only thing above the kit that the kit looks at. */
export type Database = Kysely<Tables>

/** A `sql` template or one of Kysely's builders. */
interface CompilableQuery<Row> {
  compile(db: QueryExecutorProvider): CompiledQuery<Row>
}

/**
 * Runs a query, with a name as a prepared statement: each connection parses it once, and after five runs PostgreSQL may
 * reuse a generic plan instead of planning again, which takes longer than running it. Worth it only where the best plan
 * does not depend on the parameters. A name belongs to one text, and there are few; the text names its columns, because
 * a migration that adds one would break a `*` on every open connection.
 */
function execute<Row>(db: Database, query: CompilableQuery<Row>, name?: string) {
  const compiled = query.compile(db)
  // Kysely hands `sql` to pg as it is, and pg takes a query config in the place of a text.
  const config = name === undefined ? compiled.sql : ({ name, text: compiled.sql } as unknown as string)
  return db.executeQuery<Row>({ ...compiled, sql: config })
}

export const executeNamed = async <Row>(db: Database, name: string, query: CompilableQuery<Row>): Promise<Row[]> =>
  (await execute(db, query, name)).rows

type Statement = Parameters<typeof sql>

/** All rows of a statement in SQL, which follows as a template; one with a name is prepared (`execute`). */
export const allRows =
  <Row>(db: Database, name?: string) =>
  async (...statement: Statement): Promise<Row[]> =>
    (await execute(db, sql<Row>(...statement), name)).rows

/** The values of a statement with one column. */
export const allValues =
  <Value>(db: Database, name?: string) =>
  async (...statement: Statement): Promise<Value[]> =>
    (await allRows<Record<string, Value>>(db, name)(...statement)).flatMap((row) => Object.values(row))

/** How many rows a statement has changed. */
export const changedRows =
  (db: Database, name?: string) =>
  async (...statement: Statement): Promise<number> =>
    Number((await execute(db, sql(...statement), name)).numAffectedRows)

/** The first row; the type says where there may be none. */
export const oneRow =
  <Row>(db: Database, name?: string) =>
  async (...statement: Statement): Promise<Row> =>
    (await allRows<Row>(db, name)(...statement))[0]!

/** The first of `allValues`; the type says where there may be none. */
export const oneValue =
  <Value>(db: Database, name?: string) =>
  async (...statement: Statement): Promise<Value> =>
    (await allValues<Value>(db, name)(...statement))[0]!

/** Several queries that read the data of one moment. */
export const readAtOnce = <T>(db: Database, read: (transaction: Database) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

/** Escapes the wildcards of a LIKE pattern, so that each character of the text matches itself. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
