import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/users'
import { deskOf } from './desk-of.ts'
import { words } from './desk-words.ts'
import { SiteHeader } from './site-header.tsx'

/** Above every page of a back office. */
export function DeskHeader({ user }: { user: SignedInUser }) {
  return (
    <div className="border-line border-b">
      <SiteHeader>
        <nav aria-label={words.nav} className="ml-auto flex items-center gap-6">
          <a href={pages.home.href()} className="py-2.5 text-soft hover:text-ink">
            {words.library}
          </a>
          <a href={deskOf(user)} className="py-2.5 font-semibold">
            {user.username}
          </a>
        </nav>
      </SiteHeader>
    </div>
  )
}
