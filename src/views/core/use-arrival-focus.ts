import { useEffect } from 'react'
import { useLinks } from '../parts/act/links.ts'
import { focusPage } from '../parts/form/focus-page.ts'

/** The path whose screen has the focus. It outlives the shell, which is not drawn while the project of a link is looked up. */
let arrived: string | null = null

/** Moves focus to `main` after navigation, or to the first empty field of a new record's form, unless a full-window page has already focused a field. */
export const useArrivalFocus = (hasShell: boolean): void => {
  const { here } = useLinks()
  const path = here.split(/[?#]/, 1)[0]
  useEffect(() => {
    const before = arrived
    arrived = path ?? null
    // The browser places the focus of the page's first screen.
    if (before === null || before === path) return
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
  }, [path, hasShell])
}
