/**
 * A picture that a hosting service fails to deliver comes from here, where it always is: the service may be down, unpaid
 * or gone, or the page so old that its policy does not know the service. The address is the contract's `mediaPath`, said
 * once more: this is in the first script, which brings nothing along.
 */
export function fallBackToOrigin({ target }: { target: unknown }) {
  const picture = target as HTMLImageElement
  const [, id] = /^https.*\/(px-\w+)-\w+\/\w+$/.exec(picture.currentSrc) ?? []
  if (!id) return
  picture.srcset = ''
  picture.src = `/media/${id}/640.webp`
}
