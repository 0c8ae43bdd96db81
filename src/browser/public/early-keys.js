// Hears the keyboard from the page's first moment until the app does. Without it, the key that opens the console is lost while the app is
// loading, and the letters after it are shortcuts of the screen that has come meanwhile.
;(() => {
  // The script may come after the app.
  if (window.appHearsKeys) return
  const FIELDS = 'input, textarea, select, [contenteditable=true]'
  /** What was typed after the console's key; null before that. */
  let line = null
  /** The time of the last key, in the clock of events. */
  let lastAt = Number.NEGATIVE_INFINITY

  const listen = (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.isComposing || altKey || event.target?.closest?.(FIELDS)) return
    const isMod = ctrlKey !== metaKey && !shiftKey
    if (isMod && key.toLowerCase() === 'k') line ??= ''
    else if (ctrlKey || metaKey) return
    else if (line === null) {
      if (key.length === 1) lastAt = event.timeStamp
      return
    } else if (key === 'Escape') line = null
    else if (key === 'Backspace') line = line.slice(0, -1)
    else if (key.length === 1) line += key
    else return
    lastAt = event.timeStamp
    event.preventDefault()
  }

  addEventListener('keydown', listen, true)
  window.earlyKeys = {
    state: () => ({ line, lastAt }),
    stop() {
      removeEventListener('keydown', listen, true)
      const heard = { line, lastAt }
      line = null
      return heard
    },
  }
})()
