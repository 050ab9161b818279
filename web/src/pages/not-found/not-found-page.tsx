import { pages } from '@vitrine/contract/pages'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'

/** The 404 page (requirements: #not-found). */
export function NotFoundPage() {
  return (
    <PublicLayout>
      <PageHead title="Page not found" />
      <div className="page-width grid justify-items-center gap-3 py-[6vh] text-center">
        <p className="cut-out" aria-hidden="true">
          404
        </p>
        <h1 className="heading max-w-100 text-[clamp(1.5rem,3vw,2rem)]!">
          You seem to have ventured into the unknown digital realm.
        </h1>
        <p className="text-base text-soft">There is nothing here but transparency.</p>
        <a className="button main mt-4" href={pages.home.href()}>
          Return to website
        </a>
      </div>
    </PublicLayout>
  )
}
