/** Shows a colour as the backdrop of a stage and in the control that chooses it. */
export function setCustomBackdrop(stage: HTMLElement, colour: string) {
  const radio = stage.querySelector<HTMLInputElement>('[name="backdrop"][value="custom"]')!
  radio.checked = true
  ;(radio.nextElementSibling as HTMLInputElement).value = colour
  stage.style.setProperty('--custom-backdrop', colour)
}
