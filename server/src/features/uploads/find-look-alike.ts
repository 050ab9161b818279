import type { Caller } from '@vitrine/contract/caller'
import type { LookAlike, SoughtPicture } from '@vitrine/contract/calls/back-office/uploads'
import type { FeatureDeps } from '#feature'
import { cloudflareUrl, isPublic } from '#features/images/image-urls'
import { type AlikeImage, imagesAlike, imagesLikeImage } from '#features/images/look-alikes/images-alike'
import { unpackRow } from '#imaging/measures/similarity/perceptual-row'

type Deps = Pick<FeatureDeps, 'db' | 'mediaSigner'>

export const findLookAlike = async (deps: Deps, { sha256, row }: SoughtPicture, caller: Caller) =>
  mostAlike(deps, await imagesAlike(deps.db, { sha256, row: row ? unpackRow(row) : undefined }, caller.id), caller)

/** The other image that one of the caller's repeats most. */
export const findOtherLookAlike = async (deps: Deps, id: number, caller: Caller) =>
  mostAlike(deps, await imagesLikeImage(deps.db, id, caller.id), caller)

/** Of unpublished images of others a contributor learns that there is one and nothing else. */
function mostAlike({ mediaSigner }: Deps, [first, ...others]: AlikeImage[], caller: Caller): LookAlike | undefined {
  if (!first) return undefined
  const isOwn = ({ owner_id }: { owner_id: number }) => owner_id === caller.id
  const isShown = (image: typeof first) => isOwn(image) || caller.role === 'admin' || isPublic(image)
  // Of those that are as much alike one that may be shown, their own before all.
  const asAlike = [first, ...others.filter(({ kind }) => kind === first.kind)]
  const best = asAlike.find(isOwn) ?? asAlike.find(isShown)
  const { kind, orientation, other_colours } = best ?? first
  const image = best ? { ...best, is_own: isOwn(best), cloudflare_url: cloudflareUrl(best, mediaSigner) } : null
  return { kind, orientation, other_colours, image }
}
