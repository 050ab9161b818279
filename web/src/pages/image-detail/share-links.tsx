import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { absoluteVariantUrl } from '#image-card/image-src.ts'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** Plain links to three networks and our profile: no request before a click (requirements: #share-links). */
export function ShareLinks({ image }: { image: PartialImage }) {
  const { site } = useAppContext()
  const url = site.url + pages.image.href({ slug: image.slug })
  const media = absoluteVariantUrl(site, image, 1280)
  const networks = [
    { name: 'X', href: `https://x.com/intent/post?${new URLSearchParams({ url, text: image.title })}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}` },
    {
      name: 'Pinterest',
      href: `https://www.pinterest.com/pin/create/button/?${new URLSearchParams({ url, media, description: image.title })}`,
    },
  ]
  const profile = site.social.instagram || Object.values(site.social).find(Boolean)
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-soft text-sm">
      {messages.share}
      {networks.map(({ name, href }) => (
        <a
          key={name}
          className="link py-1"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={messages.shareOn(name)}
        >
          {name}
        </a>
      ))}
      {profile && (
        <a className="link py-1" href={profile} target="_blank" rel="noopener noreferrer">
          {messages.follow(site.name)}
        </a>
      )}
    </p>
  )
}
