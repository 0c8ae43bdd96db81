import { ResultList } from '../results/ResultList.tsx'
import type { Monitor } from './monitor-list.ts'

/** What the runs of one monitor came to. */
export const MonitorResults = ({ monitor }: { monitor: Monitor }) => <ResultList callId={monitor.id} />
