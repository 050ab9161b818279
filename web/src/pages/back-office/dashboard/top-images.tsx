import { pages } from '@vitrine/contract/pages'
import { messages } from './messages.ts'
import type { Overview } from './overview-query.ts'

export function TopImages({ images }: { images: Overview['top'] }) {
  return (
    <section className="panel px-5 py-4 md:max-xl:col-span-2">
      <h2 className="heading">{messages.top}</h2>
      {images.length === 0 && <p className="mt-2 text-soft">{messages.noneYet}</p>}
      <ol className="mt-3 grid gap-1">
        {images.map(({ id, slug, title, cloudflare_url, downloads }) => (
          <li key={id}>
            <a
              href={pages.image.href({ slug })}
              className="flex items-center gap-4 rounded-xl py-1.5 hover:text-accent"
            >
              <img
                src={cloudflare_url}
                alt=""
                width={44}
                height={44}
                className="checkerboard size-11 rounded-lg object-contain"
              />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {title}
              </span>
              <span className="text-soft tabular-nums">{messages.times(downloads.toLocaleString('en'))}</span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}
