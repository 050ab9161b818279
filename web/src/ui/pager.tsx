import { messages } from './messages.ts'

/** Pages as links: the first, the last and those around this one. Nothing when there is only one. */
export function Pager({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  if (pages < 2) return null
  return (
    <nav aria-label={messages.pager.label} className="mt-10 flex flex-wrap justify-center gap-1">
      {page > 1 && (
        <a className="page-number" href={href(page - 1)} aria-label={messages.pager.previous} rel="prev">
          ‹
        </a>
      )}
      {visiblePages(page, pages).map((shown) =>
        shown < 0 ? (
          <span key={shown} className="page-number">
            …
          </span>
        ) : (
          <a
            key={shown}
            className="page-number"
            href={href(shown)}
            aria-label={messages.pager.page(shown)}
            aria-current={shown === page ? 'page' : undefined}
          >
            {shown}
          </a>
        ),
      )}
      {page < pages && (
        <a className="page-number" href={href(page + 1)} aria-label={messages.pager.next} rel="next">
          ›
        </a>
      )}
    </nav>
  )
}

/** Page numbers in order; a negative one stands for a gap of two pages or more. */
export function visiblePages(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((at) => at >= 1 && at <= pages)
  const shown = [...new Set(wanted)].sort((a, b) => a - b)
  return shown.flatMap((at, index) => {
    const before = shown[index - 1] ?? at - 1
    if (at - before === 1) return [at]
    return at - before === 2 ? [at - 1, at] : [-at, at]
  })
}
