import { LinkTo } from '../parts/act/Go.tsx'
import { ANNOTATIONS, type Annotation, annotationTarget, annotationWords } from './chart-marks.ts'
import classes from './charts.module.css'

type AnnotationListProps = {
  readonly callId: string
  readonly annotations: readonly Annotation[]
  /** Whether there are more than those listed. */
  readonly more: boolean
}

const KINDS = ['change', 'downtime', 'alert'] as const

/** Annotations of a chart: a legend with their number, which unfolds to links to the things that they are about. */
export const AnnotationList = ({ callId, annotations, more }: AnnotationListProps) => {
  if (annotations.length === 0) return null
  const counted = KINDS.flatMap((kind) => {
    const count = annotations.filter((each) => each.kind === kind).length
    return count === 0 ? [] : [`${ANNOTATIONS[kind].glyph} ${ANNOTATIONS[kind].words}: ${count}`]
  })
  return (
    <details className={classes.annotations}>
      <summary>{counted.join('  ·  ')}</summary>
      <ul>
        {annotations.map((each) => (
          <li key={`${each.kind} ${each.time} ${each.id} ${each.result_id}`}>
            <span aria-hidden="true">{ANNOTATIONS[each.kind].glyph}</span>{' '}
            <LinkTo {...annotationTarget(callId, each)} kind="text">
              {annotationWords(each)}
            </LinkTo>
          </li>
        ))}
      </ul>
      {more && <p className="muted small">The newest 100 of each kind are listed.</p>}
    </details>
  )
}
