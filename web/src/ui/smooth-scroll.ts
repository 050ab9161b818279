/** Glides to the top of the page, or jumps where motion is unwelcome. */
export function scrollToTop(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}
