const items = '[role^="menuitem"]'

/** Items of a menu in order. */
export const menuItems = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>(items)]

/** Item that a key moves to in a menu; null if the key does nothing. */
export const menuTarget = (menu: HTMLElement, key: string): HTMLElement | null => {
  const all = menuItems(menu)
  const focused = document.activeElement
  const place = focused instanceof HTMLElement ? all.indexOf(focused) : -1
  const at = (index: number): HTMLElement | null => all[(index + all.length) % all.length] ?? null
  const current = all[place]
  const beside = current?.parentElement?.matches('[data-choices]') ?? false
  if (key === 'ArrowRight' && beside) return at(place + 1)
  if (key === 'ArrowLeft' && beside) return at(place - 1)
  if (key === 'ArrowDown') return beside ? (rowAfter(all, place, 1) ?? at(0)) : at(place + 1)
  if (key === 'ArrowUp') return place < 0 ? at(-1) : beside ? (rowAfter(all, place, -1) ?? at(-1)) : at(place - 1)
  if (key === 'Home') return at(0)
  if (key === 'End') return at(-1)
  if (key.length !== 1 || key === ' ') return null
  const rest = [...all.slice(place + 1), ...all.slice(0, place + 1)]
  return rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase())) ?? null
}

/** A row of choices counts as one step up or down. */
const rowAfter = (all: readonly HTMLElement[], place: number, step: 1 | -1): HTMLElement | undefined => {
  const row = all[place]?.parentElement
  let index = place
  while (all[index]?.parentElement === row) index += step
  return all[index]
}
