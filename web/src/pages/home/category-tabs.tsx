import { categories } from '@vitrine/contract/vocabulary/categories'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type SearchState, searchHref } from '#search/image-search.ts'

/** A category keeps the rest of a search and goes to page 1; after one that found nothing it begins a new one. */
export function CategoryTabs({ search, foundNothing }: { search: SearchState; foundNothing: boolean }) {
  const row = useRef<HTMLElement>(null)
  const hrefOf = (category: string) => searchHref(foundNothing ? { category } : { ...search, category, page: 1 })
  return (
    <div className="tab-row page-width">
      <nav ref={row} aria-label="Categories" className="tabs">
        {['', ...categories.map(({ name }) => name)].map((name) => (
          <a
            key={name}
            href={hrefOf(name)}
            aria-current={name === search.category ? 'true' : undefined}
            ref={name === search.category ? scrollIntoRow : undefined}
          >
            {name || 'All'}
          </a>
        ))}
      </nav>
      <Arrows row={row} />
    </div>
  )
}

/** Brings the chosen category into the visible part of the row, without scrolling the page. */
function scrollIntoRow(tab: HTMLElement | null) {
  const row = tab?.parentElement
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

/** Where the row goes on, for a mouse without a sideways wheel; the Tab key reaches every category without them. */
function Arrows({ row }: { row: RefObject<HTMLElement | null> }) {
  const [goesOn, setGoesOn] = useState({ left: false, right: false })
  useEffect(() => {
    const tabs = row.current!
    const update = () =>
      setGoesOn({
        left: tabs.scrollLeft > 1,
        right: tabs.scrollLeft + tabs.clientWidth < tabs.scrollWidth - 1,
      })
    const observer = new ResizeObserver(update)
    observer.observe(tabs)
    tabs.addEventListener('scroll', update)
    return () => {
      observer.disconnect()
      tabs.removeEventListener('scroll', update)
    }
  }, [row])
  const scroll = (share: number) => row.current!.scrollBy({ left: share * row.current!.clientWidth })
  const arrow = { type: 'button', className: 'tab-arrow round', tabIndex: -1, 'aria-hidden': true } as const
  return (
    <>
      <button {...arrow} hidden={!goesOn.left} onClick={() => scroll(-0.7)} />
      <button {...arrow} hidden={!goesOn.right} onClick={() => scroll(0.7)} />
    </>
  )
}
