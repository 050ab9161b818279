import { categoryValue } from '@vitrine/contract/images'
import type { ManagedImage } from '@vitrine/contract/lists'
import { cloudflareUrl, mainUrl } from '#features/images/addresses'
import type { Secret } from '#kit/secret'
import type { managedImages } from './list-queries.ts'

type ManagedImageRow = Awaited<ReturnType<typeof managedImages>>[number]

/** A row as the back offices show it. */
export function toManagedImage(
  { username, first_name, last_name, email, ...row }: ManagedImageRow,
  secret: Secret,
): ManagedImage {
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
