/** When a tooltip is wanted: always, only where the text is cut off, or only where the navigation is a rail of icons. */
export type TipWhen = 'always' | 'cut' | 'rail'

/** What an element needs so that the tooltip layer shows a text beside it on hover and focus. */
export const tip = (text: string | null | undefined, when: TipWhen = 'always'): Record<string, string> =>
  text ? { 'data-tip': text, 'data-tip-when': when } : {}
