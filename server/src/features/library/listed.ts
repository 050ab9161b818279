import { categoryValue } from '@vitrine/contract/images'
import type { ManagedImage } from '@vitrine/contract/lists'
import { cloudflareUrl, mainUrl } from '#features/images/addresses'
import type { Secret } from '#kit/secret'
import type { listedImages } from './list-queries.ts'

type Row = Awaited<ReturnType<typeof listedImages>>[number]

/** A row as the back offices show it. */
export function shown({ username, first_name, last_name, email, ...row }: Row, secret: Secret): ManagedImage {
  return {
    ...row,
    colour: row.colours[0]?.hex ?? null,
    category: categoryValue(row.category_id),
    cloudflare_url: cloudflareUrl(row, secret),
    main_url: mainUrl(row, secret),
    mime_type: 'image/png',
    user: { username, first_name, last_name, email },
    created_at: row.created_at.toISOString(),
  }
}
