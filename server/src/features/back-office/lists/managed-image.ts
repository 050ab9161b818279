import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { transparencyOf } from '#features/files/transparency'
import { cloudflareUrl, mainUrl } from '#features/images/image-urls'
import type { Signer } from '#kit/security/signer'
import type { managedImages } from './image-lists.sql.ts'

type ManagedImageRow = Awaited<ReturnType<typeof managedImages>>[number]

/** A database row as the back office's reply. */
export function toManagedImage(
  { username, first_name, last_name, email, ...row }: ManagedImageRow,
  mediaSigner: Signer,
): ManagedImage {
  return {
    ...row,
    ...transparencyOf(row),
    colour: row.colours[0]?.hex ?? null,
    category: categoryValueById(row.category_id),
    cloudflare_url: cloudflareUrl(row, mediaSigner),
    main_url: mainUrl(row, mediaSigner),
    mime_type: originalFormat.mime,
    user: { username, first_name, last_name, email },
    created_at: row.created_at.toISOString(),
  }
}
