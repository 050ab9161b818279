import type { Caller } from '@vitrine/contract/caller'
import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import { categoryValueById } from '@vitrine/contract/vocabulary/categories'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { Trust } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { FeatureDeps } from '#feature'
import { trustOfEach } from '#features/accounts/trust/trust'
import type { StoredFile } from '#features/images/files/file-facts.sql'
import { fileSourceOf } from '#features/images/files/file-source'
import { transparencyOf } from '#features/images/files/transparency'
import { type AddressableImage, cloudflareUrl, mainUrl } from '#features/images/image-urls'
import { withNames } from '#imaging/colour-names'
import { visibleFit } from '#imaging/measures/visible-fit'
import type { Signer } from '#kit/security/signer'
import type { managedImages } from './managed-images.sql.ts'

type ManagedImageRow = Awaited<ReturnType<typeof managedImages>>[number]

/** Database rows as the back office's replies; only admins see the levels of contributors. */
export async function toManagedImages(
  { db, mediaSigner }: Pick<FeatureDeps, 'db' | 'mediaSigner'>,
  rows: ManagedImageRow[],
  caller: Pick<Caller, 'role'>,
): Promise<ManagedImage[]> {
  const trust = await trustOfEach(db, caller.role === 'admin' ? rows.map(({ owner_id }) => owner_id) : [])
  return rows.map((row) => toManagedImage(row, mediaSigner, caller, trust.get(row.owner_id) ?? null))
}

/** A database row as the back office's reply; only admins see who overruled a finding. */
function toManagedImage(
  { username, first_name, last_name, email, waiting_file, edit, edit_at, ...row }: ManagedImageRow,
  mediaSigner: Signer,
  caller: Pick<Caller, 'role'>,
  trust: Trust | null,
): ManagedImage {
  return {
    ...row,
    is_hidden: row.state === 'hidden',
    trust,
    ...shownFile(row, mediaSigner),
    findings: row.findings,
    overruled: overruledOf(row, caller),
    file_source: fileSourceOf(row),
    category: categoryValueById(row.category_id),
    mime_type: originalFormat.mime,
    user: { username, first_name, last_name, email },
    waiting_edit: edit &&
      edit_at && {
        at: edit_at.toISOString(),
        fields: edit,
        file: waiting_file && toWaitingFile(waiting_file, mediaSigner),
      },
    created_at: row.created_at.toISOString(),
  }
}

/** A file that waits has signed addresses, as that of a pending image. */
function toWaitingFile(file: NonNullable<ManagedImageRow['waiting_file']>, mediaSigner: Signer): WaitingFile {
  return { ...file, ...shownFile({ ...file, pub_no: null, delivery_url: null }, mediaSigner) }
}

type ShownFile = AddressableImage & Parameters<typeof transparencyOf>[0] & Pick<StoredFile, 'colours' | 'visible_box'>

/** What every reply on an image says of its file, with the addresses at which it is shown. */
export const shownFile = (row: ShownFile, mediaSigner: Signer) => ({
  ...transparencyOf(row),
  colour: row.colours[0]?.hex ?? null,
  colours: withNames(row.colours),
  visible_fit: visibleFit(row),
  cloudflare_url: cloudflareUrl(row, mediaSigner),
  main_url: mainUrl(row, mediaSigner),
})

export const overruledOf = (
  { findings, overruled_findings }: Pick<ManagedImageRow, 'findings' | 'overruled_findings'>,
  caller: Pick<Caller, 'role'>,
) =>
  overruled_findings
    .filter(({ kind }) => findings?.some((finding) => finding.kind === kind))
    .map((one) => ({ ...one, by: caller.role === 'admin' ? one.by : null }))
