/**
 * Until a picture is there, its own colour glows where it will be. For `ref`: the markup may hold no style of its own, so
 * a page from the server glows once it is alive.
 */
export function placeholderColourRef(colour: string | null) {
  return (picture: HTMLImageElement | null) => {
    if (!picture || picture.complete || !colour) return
    picture.style.setProperty('--placeholder', colour)
    const fade = () => picture.style.removeProperty('--placeholder')
    for (const end of ['load', 'error']) picture.addEventListener(end, fade, { once: true })
  }
}
