import { accounts } from '#features/accounts/feature'
import { backOffice } from '#features/back-office/feature'
import { cdn } from '#features/cdn/feature'
import { contact } from '#features/contact/feature'
import { demo } from '#features/demo/feature'
import { gallery } from '#features/gallery/feature'
import { moderation } from '#features/moderation/feature'
import { operations } from '#features/operations/feature'
import { ownData } from '#features/own-data/feature'
import { publishing } from '#features/publishing/feature'
import { search } from '#features/search/feature'
import { uploads } from '#features/uploads/feature'
import type { Feature } from './feature.ts'

/** In the order of their layers, as the README draws them. */
export const features: Feature[] = [
  accounts,
  search,
  publishing,
  cdn,
  gallery,
  uploads,
  backOffice,
  moderation,
  ownData,
  contact,
  operations,
  demo,
]
