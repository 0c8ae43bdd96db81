/** When to show a tooltip: always, or only if the text is cut off. `beside`: always, next to its owner instead of below. */
export type TipWhen = 'always' | 'cut' | 'beside'

/** Attributes that give an element a tooltip on hover and focus. */
export const tip = (text: string | null | undefined, when: TipWhen = 'always'): Record<string, string> =>
  text ? { 'data-tip': text, 'data-tip-when': when } : {}
