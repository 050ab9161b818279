import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { absoluteVariantUrl } from '#image-card/image-src.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { MenuLabel } from './copy-buttons.tsx'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** Plain links to three networks and our profile: no request before a click (requirements: #share-links). */
export function ShareMenu({ image }: { image: PartialImage }) {
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
    <Dropdown className="menu" closesOnChoice label={<MenuLabel text={messages.share} />}>
      <ul>
        {networks.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {messages.shareOn(name)}
            </a>
          </li>
        ))}
        {profile && (
          <li>
            <a href={profile} target="_blank" rel="noopener noreferrer">
              {messages.follow(site.name)}
            </a>
          </li>
        )}
      </ul>
    </Dropdown>
  )
}
