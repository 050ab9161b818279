import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** What a key says that its file belongs to. */
export interface KeyedFile {
  key: string
  kind: 'file' | 'image' | 'avatar' | 'cover' | 'unknown'
  /** The hash of a file, the address of an image, or the name of an avatar or of a cover. */
  name: string
}

/** The keys of those to which no row belongs, nor one that has their removal to come. */
export async function keysWithoutRow(db: Database, files: KeyedFile[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as stored (key text, kind text, name text)
    where not case kind
      when 'file' then exists (select from file where sha256 = name)
      when 'image' then exists (select from images where cloudflare_id = name)
        or exists (select from former_cloudflare_id where cloudflare_id = name)
        or exists (select from waiting_edit where cloudflare_id = name)
        or exists (select from removed_file where removed_file.key = 'copies/' || name || '/')
      when 'avatar' then exists (select from users where image = name)
      when 'cover' then exists (select from highlight_set where cover = name)
      else false
    end
    and not exists (select from removed_file where removed_file.key = stored.key)
    order by key`.execute(db)
  return rows.map(({ key }) => key)
}
