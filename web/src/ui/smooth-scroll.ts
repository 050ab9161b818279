/** Scrolls to the top of the page, smoothly unless the person prefers reduced motion. */
export function scrollToTop(): void {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isReduced ? 'auto' : 'smooth' })
}
