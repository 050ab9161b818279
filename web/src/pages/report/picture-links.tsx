import { pages } from '@vitrine/contract/pages'
import { messages } from './messages.ts'

/** Leads to the picture, where it is public, and to the people who run the site. */
export const PictureLinks = ({ slug }: { slug: string | null }) => (
  <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
    {slug && (
      <a className="link" href={pages.image.href({ slug })}>
        {messages.toPicture}
      </a>
    )}
    <a className="link" href={pages.contact.href()}>
      {messages.contact}
    </a>
  </p>
)
