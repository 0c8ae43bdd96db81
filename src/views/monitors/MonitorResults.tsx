import { ResultList } from '../results/ResultList.tsx'
import type { Monitor } from './monitor-list.ts'

/** Results of one monitor. */
export const MonitorResults = ({ monitor }: { monitor: Monitor }) => <ResultList callId={monitor.id} />
