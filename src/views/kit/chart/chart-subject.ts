import { createContext, type ReactNode, useContext } from 'react'

const Subject = createContext<string | null>(null)

/** Names the thing whose charts are within, such as a monitor; downloaded pictures name it. */
export const ChartSubject = Subject.Provider

/** Name of the monitor or report whose charts are shown; null where they are of several. */
export const useChartSubject = (): string | null => useContext(Subject)

/** Two lines for the top of a picture: monitor and chart, then unit, window and time zone. */
export const pictureTitle = (subject: string | null, title: string, sub: ReactNode): readonly [string, string] => [
  subject === null ? title : `${subject}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  typeof sub === 'string' ? sub : '',
]
