import { pages } from '@vitrine/contract/pages'
import { PageHead } from '#shells/page-head.tsx'
import { PublicLayout } from '#shells/public/public-layout.tsx'

/** Texts of the 404 page (requirements: #not-found). */
const messages = {
  title: 'Page not found',
  code: '404',
  heading: 'You seem to have ventured into the unknown digital realm.',
  hint: 'There is nothing here but transparency.',
  home: 'Return to website',
}

export function NotFoundPage() {
  return (
    <PublicLayout>
      <PageHead title={messages.title} />
      <div className="page-width grid justify-items-center gap-3 py-[6vh] text-center">
        <p className="cut-out" aria-hidden="true">
          {messages.code}
        </p>
        <h1 className="heading max-w-100 text-[clamp(1.5rem,3vw,2rem)]!">{messages.heading}</h1>
        <p className="text-base text-soft">{messages.hint}</p>
        <a className="button main mt-4" href={pages.home.href()}>
          {messages.home}
        </a>
      </div>
    </PublicLayout>
  )
}
