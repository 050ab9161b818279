import { auth } from '#features/auth/feature'
import { backOffice } from '#features/back-office/feature'
import { cdn } from '#features/cdn/feature'
import { contact } from '#features/contact/feature'
import { demo } from '#features/demo/feature'
import { gallery } from '#features/gallery/feature'
import { highlights } from '#features/highlights/feature'
import { operations } from '#features/operations/feature'
import { ownData } from '#features/own-data/feature'
import { people } from '#features/people/feature'
import { publishing } from '#features/publishing/feature'
import { reports } from '#features/reports/feature'
import { search } from '#features/search/feature'
import { takeDowns } from '#features/take-downs/feature'
import { trust } from '#features/trust/feature'
import { uploads } from '#features/uploads/feature'
import { users } from '#features/users/feature'
import type { Feature } from './feature.ts'

/** In the order of their layers, as the README draws them. */
export const features: Feature[] = [
  users,
  auth,
  trust,
  search,
  publishing,
  cdn,
  gallery,
  highlights,
  uploads,
  takeDowns,
  backOffice,
  people,
  reports,
  ownData,
  contact,
  operations,
  demo,
]
