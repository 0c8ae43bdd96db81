import { useEffect, useRef } from 'react'
import { useLinks } from '../parts/act/links.ts'

/** On arrival at another path the focus goes to `main`; a page that takes the whole window may have given it to a field of its own already. */
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
    // A dialog that led here is still open, and gives the focus back to where one was when it closes.
    const layer = document.querySelector('dialog[open]')
    if (layer) layer.addEventListener('close', arrive, { once: true })
    else arrive()
  }, [path, hasShell])
}
