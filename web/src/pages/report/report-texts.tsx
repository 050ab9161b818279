import { pages } from '@vitrine/contract/pages'

/** A day in UTC, so that server and browser write the same. */
export const DayText = ({ at, className }: { at: string; className?: string }) => (
  <time className={className} dateTime={at}>
    {new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}
  </time>
)

/** What a person wrote. */
export const Words = ({ text, className = 'mt-3' }: { text: string; className?: string }) => (
  <p dir="auto" className={`wrap-anywhere ${className} whitespace-pre-line`}>
    {text}
  </p>
)

/** Leads to the picture, where it is public, and to the people who run the site. */
export const PictureLinks = ({ slug }: { slug: string | null }) => (
  <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
    {slug && (
      <a className="link" href={pages.image.href({ slug })}>
        The picture
      </a>
    )}
    <a className="link" href={pages.contact.href()}>
      Contact us
    </a>
  </p>
)
