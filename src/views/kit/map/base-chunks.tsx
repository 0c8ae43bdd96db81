import { Skeleton } from '../../parts/text/Loading.tsx'
import { lazyPart } from '../part/lazy-part.tsx'
import { PartNotice } from '../part/PartNotice.tsx'
import type { BaseProps } from './base.ts'

const failed = (retry: () => void) => <PartNotice sentence="The map did not load." retry={retry} />

/** The drawing of the land; its chunk is loaded with the first map. */
export const DrawnBase = lazyPart<BaseProps>({
  load: () => import('./DrawnBase.tsx'),
  arriving: () => <Skeleton height={120} />,
  failed,
})

/** MapLibre; its chunk is loaded with the first map that can be moved. */
export const GlBase = lazyPart<BaseProps>({
  load: () => import('./GlBase.tsx'),
  arriving: () => <Skeleton height={320} />,
  failed,
})
