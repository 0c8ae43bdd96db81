/**
 * Plotly writes its style rules into a style element of its own making, which the page's Content-Security-Policy forbids, unless an
 * element of this name and class is there; the same rules come as a file (`plotly.js/dist/plotly.css`). Any element will do, and one
 * that is no style element is not even looked at by the policy. It must be there before Plotly is read.
 */
const name = 'plotly.js-style-global'
if (!document.getElementById(name)) {
  const stand = document.createElement('template')
  stand.id = name
  stand.className = 'no-inline-styles'
  document.head.append(stand)
}

export {}
