import { useTicking } from '../parts/text/ticker.ts'
import { durationOf } from './incident-list.ts'

/** Duration of an incident so far. */
export const Duration = ({ of }: { of: { readonly begun: string; readonly ended: string | null } }) => (
  <span className="num">{useTicking((now) => durationOf(of, now))}</span>
)
