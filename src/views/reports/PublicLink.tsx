import { useEffect, useRef } from 'react'
import { Act } from '../parts/act/Act.tsx'
import { useActs } from '../parts/act/acts.ts'
import { useLinks } from '../parts/act/links.ts'
import { Card } from '../parts/text/Card.tsx'
import type { Report } from './report-list.ts'
import classes from './reports.module.css'

/** The public link of a report: open, copy, renew, close. Nothing for those who may not publish it and where it is not public. */
export const PublicLink = ({ report: { id, meta } }: { report: Report }) => {
  const links = useLinks()
  const acts = useActs()
  const args = { report: id }
  const card = useRef<HTMLDivElement>(null)
  const wasPublic = useRef(meta.public)
  // The pressed button is gone once the link is open or closed: the focus moves to what came in its place.
  useEffect(() => {
    if (wasPublic.current === meta.public) return
    wasPublic.current = meta.public
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body)
      card.current?.querySelector<HTMLElement>(meta.public ? 'a' : 'button')?.focus()
  }, [meta.public])
  const mayPublish = acts.facts('report.publish', args).enabled
  if (!meta.public && !mayPublish) return null
  const href =
    meta.public_token === null
      ? null
      : new URL(links.href('public-report', { token: meta.public_token }), location.origin).href
  return (
    <div ref={card}>
      <Card
        className={classes.link}
        title="Public link"
        sub={meta.public ? 'open' : 'closed'}
        actions={
          meta.public ? (
            <span className="row">
              <Act command="report.renew-link" args={args} size="small" label="Renew" />
              <Act command="report.revoke" args={args} size="small" label="Close" kind="danger-ghost" />
            </span>
          ) : (
            <Act command="report.publish" args={args} size="small" icon="globe" />
          )
        }
      >
        {href === null ? (
          <p className="muted">
            {meta.public
              ? 'This report is public. Those who may publish reports see its link here.'
              : 'Whoever has the link sees the names and figures of this report without signing in, and nothing else of the project.'}
          </p>
        ) : (
          <div className={classes.address}>
            <a href={href}>{href}</a>
            <Act command="text.copy" args={{ text: href, what: 'Link' }} size="small" icon="copy" label="Copy" />
          </div>
        )}
      </Card>
    </div>
  )
}
