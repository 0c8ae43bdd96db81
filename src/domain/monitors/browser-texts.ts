import type { BrowserSettings } from './browser-assertions.ts'

/** Texts of a browser test besides its address in which placeholders are replaced, by the place where each stands. */
export const placesOfSetup = ({
  steps,
  assertions,
}: Pick<BrowserSettings, 'steps' | 'assertions'>): [string, string][] => [
  ...steps.map(({ url, value }, index): [string, string] => [`step:${index + 1}`, `${url ?? ''}\n${value ?? ''}`]),
  ...assertions.map(({ value }, index): [string, string] => [`assertion:${index + 1}`, value]),
]

/** The same texts alone. */
export const textsOfSetup = (setup: Pick<BrowserSettings, 'steps' | 'assertions'>): string[] =>
  placesOfSetup(setup).map(([, text]) => text)
