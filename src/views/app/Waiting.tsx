import { useSlow } from '../core/use-slow.ts'
import { Loading } from '../parts/text/Loading.tsx'

/** Nothing, and a spinner once it takes long. */
export const Waiting = () => (useSlow(true) ? <Loading /> : null)
