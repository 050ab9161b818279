/** Lays the picture on the next ground (parts/grounds.tsx); after the last one comes the first. */
export function showNextBackdrop(stage: HTMLElement | null) {
  const grounds = stage?.querySelectorAll<HTMLInputElement>('[name="backdrop"]:not([value="custom"])') ?? []
  const at = [...grounds].findIndex(({ checked }) => checked)
  const next = grounds[(at + 1) % grounds.length]
  if (next) next.checked = true
}
