/**
 * A `ref` that shows an image's main colour until the image has loaded. Markup may hold no inline style (Content
 * Security Policy), so a page from the server shows the colour after hydration only.
 */
export function placeholderColourRef(colour: string | null) {
  return (image: HTMLImageElement | null) => {
    if (!image || image.complete || !colour) return
    image.style.setProperty('--placeholder', colour)
    const remove = () => image.style.removeProperty('--placeholder')
    for (const type of ['load', 'error']) image.addEventListener(type, remove, { once: true })
  }
}
