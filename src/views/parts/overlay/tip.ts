/** When a tooltip is wanted: always, or only where the text is cut off. `beside`: always, and not below but after its owner. */
export type TipWhen = 'always' | 'cut' | 'beside'

/** What an element needs so that the tooltip layer shows a text beside it on hover and focus. */
export const tip = (text: string | null | undefined, when: TipWhen = 'always'): Record<string, string> =>
  text ? { 'data-tip': text, 'data-tip-when': when } : {}
