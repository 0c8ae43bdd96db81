import { createContext, type ReactNode, useContext } from 'react'
import { midSentence } from '../../../domain/core/mid-sentence.ts'

const Subject = createContext<string | null>(null)

/** Names the thing whose charts are within, such as a monitor; downloaded pictures name it. */
export const ChartSubject = Subject.Provider

/** Name of the monitor or report whose charts are shown; null where they are of several. */
export const useChartSubject = (): string | null => useContext(Subject)

/** Two lines for the top of a picture: monitor and chart, then unit, time zone and `window`, its moments where `sub` has none. */
export const pictureTitle = (
  subject: string | null,
  title: string,
  sub: ReactNode,
  window?: string | null,
): readonly [string, string] => [
  subject === null ? title : `${subject}: ${midSentence(title)}`,
  [typeof sub === 'string' ? sub : null, window].filter((part) => part !== null && part !== undefined).join(' · '),
]
