// Loaded when the focus first enters a grid; evaluated once, so one listener serves all grids.
addEventListener('keydown', (event) => {
  const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event
  const link = target instanceof Element && target.closest('.grid-of-images > li a')
  if (!link || altKey || ctrlKey || metaKey || shiftKey) return
  const next = linkAt(link, key)
  if (next === undefined) return
  event.preventDefault()
  next?.focus()
})

/** The same link of the card to which an arrow key, Home or End leads; null at an end, undefined for another key. */
function linkAt(link: Element, key: string): HTMLElement | null | undefined {
  const grid = link.closest('.grid-of-images')!
  const cards = [...grid.children].filter((card) => card.checkVisibility())
  const at = cards.findIndex((card) => card.contains(link))
  const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length
  const targets: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - columns,
    ArrowDown: at + columns,
    Home: 0,
    End: cards.length - 1,
  }
  const target = targets[key]
  if (target === undefined) return undefined
  return cards[target]?.querySelector<HTMLElement>(link.matches('.download') ? '.download' : 'a') ?? null
}

export {}
