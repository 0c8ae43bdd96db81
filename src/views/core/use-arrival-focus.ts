import { useEffect, useRef } from 'react'
import { useLinks } from '../parts/act/links.ts'

/** Moves focus to `main` after navigation, unless a full-window page has already focused a field. */
export const useArrivalFocus = (hasShell: boolean): void => {
  const { here } = useLinks()
  const path = here.split(/[?#]/, 1)[0]
  const arrived = useRef(path)
  useEffect(() => {
    if (arrived.current === path) return
    arrived.current = path
    const arrive = () => {
      const main = document.getElementById('main')
      if (hasShell || !main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    }
    // The dialog that led here is still open and will restore focus when it closes.
    const layer = document.querySelector('dialog[open]')
    if (layer) layer.addEventListener('close', arrive, { once: true })
    else arrive()
  }, [path, hasShell])
}
