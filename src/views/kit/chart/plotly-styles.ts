/**
 * Plotly adds its style rules to the stylesheet of an element of this id, and makes a style element if there is none, which the page's
 * Content-Security-Policy forbids. A stylesheet made by a script is allowed, so the element given here has one. It must be there before
 * Plotly is loaded.
 */
const id = 'plotly.js-style-global'
if (!document.getElementById(id)) {
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets.push(sheet)
  const holder = document.createElement('template')
  holder.id = id
  document.head.append(Object.assign(holder, { sheet }))
}

export {}
