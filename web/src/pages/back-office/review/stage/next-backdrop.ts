/** Selects the next radio button of the stage's BackdropSwitch, the first one after the last. */
export function showNextBackdrop(stage: HTMLElement | null) {
  const backdrops = stage?.querySelectorAll<HTMLInputElement>('[name="backdrop"]:not([value="custom"])') ?? []
  const index = [...backdrops].findIndex(({ checked }) => checked)
  const next = backdrops[(index + 1) % backdrops.length]
  if (next) next.checked = true
}
