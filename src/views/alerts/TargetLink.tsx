import type { ReactNode } from 'react'
import { LinkTo } from '../parts/act/Go.tsx'
import type { LinkTarget } from '../parts/act/links.ts'

type Kind = 'monitor' | 'workflow' | null

/** The page of a monitor or workflow. */
const targetAt = (kind: Kind, id: string): LinkTarget =>
  kind === 'workflow' ? { to: 'workflow', params: { workflowId: id } } : { to: 'monitor', params: { callId: id } }

/** Link to a monitor or workflow. */
export const TargetLink = ({ kind, id, children }: { kind: Kind; id: string; children: ReactNode }) => (
  <LinkTo {...targetAt(kind, id)} className="trunc" current="never">
    {children}
  </LinkTo>
)

type ResultLinkProps = {
  readonly kind: Kind
  readonly resultId: string
  readonly hash?: string
  readonly look?: 'text' | undefined
  readonly children: ReactNode
}

/** Link to the result of a monitor or workflow. */
export const ResultLink = ({ kind, resultId, hash, look, children }: ResultLinkProps) => {
  const to: LinkTarget =
    kind === 'workflow'
      ? { to: 'workflow-result', params: { workflowResultId: resultId } }
      : { to: 'result', params: { resultId } }
  return (
    <LinkTo {...to} {...(hash !== undefined && { hash })} kind={look} current="never">
      {children}
    </LinkTo>
  )
}
