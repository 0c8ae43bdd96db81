import { lazy } from 'react'

/** The drawing of the land; its chunk is loaded with the first map. */
export const DrawnBase = lazy(() => import('./DrawnBase.tsx'))

/** MapLibre; its chunk is loaded with the first map that can be moved. */
export const GlBase = lazy(() => import('./GlBase.tsx'))
