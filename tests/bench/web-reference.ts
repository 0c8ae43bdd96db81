import { Command } from 'cmdk'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The reference for the product's list and console: the same items in a plain table that renders all rows, and in cmdk with its own
 * filter. The URL selects which.
 */
const COUNT = 10_000
const items = Array.from({ length: COUNT }, (_, index) => `Monitor ${index}`)

const PlainTable = () => {
  const [text, setText] = useState('')
  const rows = items.filter((name) => name.toLowerCase().includes(text.toLowerCase()))
  const row = (name: string) =>
    h('tr', { key: name }, ...[name, 'GET', 'Pass', '100.00 %'].map((cell) => h('td', { key: cell }, cell)))
  return h(
    'main',
    null,
    h('input', { value: text, onChange: ({ target }: { target: HTMLInputElement }) => setText(target.value) }),
    h('table', null, h('tbody', null, rows.map(row))),
  )
}

const PlainConsole = () =>
  h(
    'main',
    null,
    h(
      Command,
      { label: 'Reference' },
      h(Command.Input),
      h(Command.List, null, ...items.map((name) => h(Command.Item, { key: name, value: name }, name))),
    ),
  )

const root = document.getElementById('root')
if (root) createRoot(root).render(h(location.pathname === '/table' ? PlainTable : PlainConsole))
