import type { Locator as Element, Page } from 'playwright-core'
import type { Locator } from '../../domain/monitors/browser-steps.ts'

type Role = Parameters<Page['getByRole']>[0]

/** The driver names all roles of ARIA in its types; one that it does not know fits no element. */
const roleOf = (role: string): Role => role as Role

/** Finds the visible elements that fit all fields of a locator, as a person describes them. */
export const findElement = (
  page: Page,
  { role, name, label, text, test_id: testId, exact = false }: Locator,
): Element => {
  const found = [
    role && page.getByRole(roleOf(role), { exact, ...(name && { name }) }),
    label && page.getByLabel(label, { exact }),
    text && page.getByText(text, { exact }),
    testId && page.getByTestId(testId),
  ].filter((each) => typeof each === 'object')
  const [first = page.locator(':root'), ...others] = found
  return others.reduce((both, other) => both.and(other), first).filter({ visible: true })
}
