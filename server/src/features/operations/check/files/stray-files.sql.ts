import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { allValues } from '#kit/database/statements'

/** What a key says that its file belongs to. */
export interface KeyedFile {
  key: string
  kind: 'file' | 'image' | 'avatar' | 'cover' | 'unknown'
  /** The hash of a file, the address of an image, or the name of an avatar or of a cover. */
  name: string
  /** The key by which it leaves together with others; null where it leaves alone. */
  folder: string | null
}

/** The keys of those to which no row belongs, nor one that has their removal to come. */
export const keysWithoutRow = (db: Database, files: KeyedFile[]) =>
  selectKeys(db, files, sql`not exists (select from unowned_file where unowned_file.key = stored.key)`)

/** The keys of those to which no row belongs, beside one of their own removal. */
export const filesWithoutOwner = (db: Database, files: KeyedFile[]) => selectKeys(db, files, sql`true`)

const selectKeys = (db: Database, files: KeyedFile[], condition: RawBuilder<unknown>) => allValues<string>(db)`
  select key
  from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as stored (key text, kind text, name text, folder text)
  where not case kind
    when 'file' then exists (select from file where sha256 = name)
    when 'image' then exists (select from images where cloudflare_id = name)
      or exists (select from former_cloudflare_id where cloudflare_id = name)
      or exists (select from images where edit_cloudflare_id = name)
      or exists (select from unowned_file where unowned_file.key = folder)
    when 'avatar' then exists (select from users where image = name)
    when 'cover' then exists (select from highlight_set where cover = name)
    else false
  end
  and ${condition}
  order by key`
