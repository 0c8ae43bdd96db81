import { formats, type Reading } from '../text/format.ts'

/** A figure in a table, where a zero is grey. */
export const Count = ({ value }: { value: Reading }) => (
  <span className={value ? 'num' : 'num muted'}>{formats.count(value)}</span>
)

export const Latency = ({ ms }: { ms: Reading }) => <span className="num">{formats.latency(ms)}</span>
export const Bytes = ({ size }: { size: Reading }) => <span className="num">{formats.bytes(size)}</span>

/** A share from 0 to 1; `bad` where it is beyond the limit. */
export const Rate = ({ share, bad }: { share: Reading; bad?: boolean | undefined }) => (
  <span className={bad ? 'num bad strong' : 'num'}>{formats.rate(share)}</span>
)
