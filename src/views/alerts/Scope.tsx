import { Go } from '../parts/act/Go.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import classes from './Scope.module.css'
import type { AlertTarget } from './use-alert-target.ts'
import type { Webhook } from './webhook-list.ts'

type ScopeProps = { webhook: Webhook; targetOf: (id: string) => AlertTarget; most?: number }

/** Monitors that an alert covers: one, all, or those with and without some tags. */
export const Scope = ({ webhook, targetOf, most = 2 }: ScopeProps) => {
  const { monitor_id: monitorId, include_tags: wanted, exclude_tags: unwanted } = webhook
  if (monitorId !== null) {
    const { kind, name } = targetOf(monitorId)
    return kind === 'workflow' ? (
      <Go to="workflow" params={{ workflowId: monitorId }} className={classes.monitor}>
        {name}
      </Go>
    ) : (
      <Go to="monitor-webhooks" params={{ callId: monitorId }} className={classes.monitor}>
        {name}
      </Go>
    )
  }
  if (wanted.length === 0 && unwanted.length === 0) return <span className="sec">All monitors</span>
  return (
    <span className={classes.tags}>
      {wanted.length > 0 && (
        <span>
          <span className="muted">{wanted.length > 1 ? 'any of' : 'tag'}</span> <Tags names={wanted} most={most} />
        </span>
      )}
      {unwanted.length > 0 && (
        <span>
          <span className="muted">without</span> <Tags names={unwanted} most={most} />
        </span>
      )}
    </span>
  )
}
