/** Styles that decide where a text breaks its lines. */
const OF_TEXT = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'borderWidth',
  'borderStyle',
  'tabSize',
  'boxSizing',
  'overflowWrap',
  'wordBreak',
] as const

/** Box of the line with the caret of a text area, or of a whole input, in the window. The browser tells nobody where a caret is. */
export const caretBox = (control: HTMLInputElement | HTMLTextAreaElement): DOMRect => {
  const box = control.getBoundingClientRect()
  if (control instanceof HTMLInputElement) return box
  const copy = document.createElement('div')
  const style = getComputedStyle(control)
  for (const name of OF_TEXT) copy.style[name] = style[name]
  Object.assign(copy.style, {
    position: 'fixed',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    inlineSize: `${control.offsetWidth}px`,
  })
  copy.textContent = control.value.slice(0, control.selectionStart)
  const mark = document.createElement('span')
  mark.textContent = '\u200b'
  copy.append(mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  const top = Math.min(box.bottom - offsetHeight, Math.max(box.top, box.top + offsetTop - control.scrollTop))
  return new DOMRect(box.left + offsetLeft, top, 0, offsetHeight)
}
