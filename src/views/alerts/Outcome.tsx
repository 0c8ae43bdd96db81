import { deliveryLooks } from '../parts/text/delivery-looks.ts'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './form.module.css'

export type Trial = {
  readonly status: 'delivered' | 'kept' | 'failed'
  readonly http_code: number | null
  readonly duration: number | null
  readonly detail: string
  readonly error?: string | null
}

/** Outcome of a test message: shape, sentence and duration. */
export const Outcome = ({ status, http_code: code, duration, detail, error }: Trial) => (
  <div className={classes.outcome} data-status={status}>
    <StatusShape category={deliveryLooks[status]} />
    <div>
      <p>{detail}</p>
      {error && error !== detail && <p>{error}</p>}
      {duration !== null && (
        <p className="muted small">
          {[code === null ? null : `HTTP ${code}`, formats.latency(duration)]
            .filter((each) => each !== null)
            .join(' · ')}
        </p>
      )}
    </div>
  </div>
)
