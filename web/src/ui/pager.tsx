/** Links to the first, the last and the neighbouring pages; nothing for a single page. */
export function Pager({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap justify-center gap-1">
      {page > 1 && (
        <a className="page-number" href={href(page - 1)} aria-label="Previous page" rel="prev">
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
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
          >
            {shown}
          </a>
        ),
      )}
      {page < pages && (
        <a className="page-number" href={href(page + 1)} aria-label="Next page" rel="next">
          ›
        </a>
      )}
    </nav>
  )
}

/** Page numbers in order; a negative one stands for a gap of two pages or more. */
export function visiblePages(page: number, pages: number): number[] {
  const neighbours = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const shown = [...new Set(neighbours)].sort((a, b) => a - b)
  return shown.flatMap((number, index) => {
    const previous = shown[index - 1] ?? number - 1
    if (number - previous === 1) return [number]
    return number - previous === 2 ? [number - 1, number] : [-number, number]
  })
}
