import type axe from 'axe-core'
import type { Page } from 'playwright'

/** Marks of texts whose contrast axe found right: a text with the same mark has the same contrast. */
const right = new Set<number>()

/**
 * Returns the violations of axe's rule `color-contrast`, which takes most of axe's time. Contrast follows from the colour and size of a
 * text and from the backgrounds that it stands on, so that each combination is judged once in a process: most of a screen is what
 * other screens have too.
 */
export const contrastViolationsOf = async (page: Page, within: string | undefined): Promise<axe.Result[]> => {
  const { violations, judgedRight } = await page.evaluate(judgeContrast, [within, [...right]] as const)
  for (const mark of judgedRight) right.add(mark)
  return violations
}

type Judged = { readonly violations: axe.Result[]; readonly judgedRight: number[] }

/** Runs in the page: judges the texts that have no known mark. */
const judgeContrast = async ([within, known]: readonly [string | undefined, readonly number[]]): Promise<Judged> => {
  // Given to the page before.
  const given = (window as unknown as { axe: typeof axe }).axe
  const isKnown = new Set(known)
  const layers = new Map<Element, string>()
  const layersOf = (element: Element | null): string => {
    if (!element) return ''
    const before = layers.get(element)
    if (before !== undefined) return before
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
    const own = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`
    const all = `${layersOf(element.parentElement)}${own === 'rgba(0, 0, 0, 0) none 1 none normal' ? '' : `|${own}`}`
    layers.set(element, all)
    return all
  }
  /** 53 bits of a text, by Bryc's cyrb53. */
  const hash = (text: string): number => {
    let one = 0xdeadbeef
    let two = 0x41c6ce57
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2654435761)
      two = Math.imul(two ^ code, 1597334677)
    }
    one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
    two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
    return 4294967296 * (2097151 & two) + (one >>> 0)
  }
  /** What axe judges a text by, or leaves it out for. The classes stand for what lies beside the text, such as a pseudo-element. */
  const markOf = (element: Element, text: string): number => {
    const { color, fontSize, fontWeight, textShadow, position, webkitTextFillColor } = getComputedStyle(element)
    const parent = element.parentElement
    return hash(
      [
        layersOf(element),
        [color, webkitTextFillColor, fontSize, fontWeight, textShadow, position].join(),
        `${element.localName}.${element.getAttribute('class')} in ${parent?.localName}.${parent?.getAttribute('class')}`,
        element
          .closest('[disabled],[aria-disabled="true"],[aria-hidden="true"],[inert],label,fieldset')
          ?.outerHTML.slice(0, 200) ?? '',
        text.length === 1,
        /[\p{L}\p{N}]/u.test(text),
      ].join('\n'),
    )
  }
  const parts = within === undefined ? [document.body] : [...document.querySelectorAll(within)]
  const fresh = new Map<Element, number>()
  const consider = (element: Element, text: string) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
    const mark = markOf(element, text)
    if (!isKnown.has(mark)) fresh.set(element, mark)
  }
  for (const part of parts) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      const text = textContent?.trim() ?? ''
      if (parentElement && text !== '') consider(parentElement, text)
    }
    for (const field of part.querySelectorAll('input, textarea, select')) consider(field, 'a field')
  }
  if (fresh.size === 0) return { violations: [], judgedRight: [] }
  const found = await given.run(
    { include: [...fresh.keys()] },
    {
      runOnly: { type: 'rule', values: ['color-contrast'] },
      resultTypes: ['violations', 'incomplete'],
      elementRef: true,
      preload: { assets: ['media'] },
    },
  )
  // What axe cannot tell here, it may be able to tell elsewhere.
  for (const { nodes } of [...found.violations, ...found.incomplete])
    for (const { element } of nodes) if (element) fresh.delete(element)
  const violations = found.violations.map(({ nodes, ...rule }) => ({
    ...rule,
    // Elements do not leave the page.
    nodes: nodes.map(({ target, html, failureSummary = '' }) => ({
      target,
      html,
      failureSummary,
      any: [],
      all: [],
      none: [],
    })),
  }))
  return { violations, judgedRight: [...fresh.values()] }
}
