import type { SignedInUser } from '@vitrine/contract/schemas/user'

/** What every back-office page is given; the title is the one of its row in pages.ts. */
export interface BackOfficePageProps {
  user: SignedInUser
  title: string
}
