import { useEffect } from 'react'
import { matchRoute } from '../../commands/core/addresses.ts'
import { useLinks } from '../parts/act/links.ts'
import { focusPage } from '../parts/form/focus-page.ts'

/** The screen and object of an address. Other ways to write its path, such as without the slash at its end, lead to the same. */
const screenOf = (href: string): string => {
  const place = matchRoute(href)
  return 'redirect' in place ? href : JSON.stringify([place.name, place.params])
}

/** The screen that has the focus. It outlives the shell, which is not drawn while the project of a link is looked up. */
let arrived: string | null = null

/** Moves focus to `main` after navigation, or to the first empty field of a new record's form, unless a full-window page has already focused a field. */
export const useArrivalFocus = (hasShell: boolean): void => {
  const { here } = useLinks()
  const screen = screenOf(here)
  useEffect(() => {
    const before = arrived
    arrived = screen
    // The browser places the focus of the page's first screen.
    if (before === null || before === screen) return
    const arrive = () => {
      // Whoever has opened the console meanwhile types there.
      if (document.activeElement?.closest('[aria-modal=true]')) return
      const main = document.getElementById('main')
      if (hasShell || !main?.contains(document.activeElement)) focusPage()
    }
    // The dialog that led here is still open and will restore focus when it closes.
    const layer = document.querySelector('dialog[open]')
    if (layer) layer.addEventListener('close', arrive, { once: true })
    else arrive()
  }, [screen, hasShell])
}
