import { createContext, useContext } from 'react'
import { type ScoreBands as Bands, USUAL_BANDS } from '../../../domain/core/score-bands.ts'

const ScoreBandsContext = createContext<Bands>(USUAL_BANDS)

/** Gives the scores within the bands of their project. */
export const ScoreBands = ScoreBandsContext.Provider

/** The bands of the project whose scores are shown. */
export const useScoreBands = (): Bands => useContext(ScoreBandsContext)
