import type { Page } from 'playwright'

/** Roles of controls: each needs a name, or a person who listens does not know what it does. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
])

/** What can have the focus, as the browser tells assistive technology: its role and its name. */
export type Control = { readonly role: string; readonly name: string; readonly focused: boolean }

/** The controls of a page in the browser's own accessibility tree. */
export const controlsOf = async (page: Page): Promise<readonly Control[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.flatMap(({ ignored, role, name, properties = [] }) => {
    const has = (property: string) => properties.some((one) => one.name === property && one.value.value === true)
    const of = String(role?.value ?? '')
    if (ignored || has('hidden') || !(has('focusable') || CONTROLS.has(of))) return []
    return [{ role: of, name: String(name?.value ?? '').trim(), focused: has('focused') }]
  })
}

/** Parts of a page that take the focus as a whole. */
const REGIONS = new Set(['RootWebArea', 'main', 'dialog', 'generic', 'region'])

/** Controls, and all else that takes the focus, without a name. */
export const unnamedIn = (controls: readonly Control[]): readonly Control[] =>
  controls.filter(({ role, name }) => name === '' && !REGIONS.has(role))
