import { Act } from '../parts/act/Act.tsx'
import { Out } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './status.module.css'
import type { StoredStatusPage } from './status-form.ts'

/** Where the status page is, and the commands that open, close and delete it. */
export const AddressCard = ({ page, mayChange }: { page: StoredStatusPage; mayChange: boolean }) => {
  const { published, url, last_update: stored } = page
  return (
    <Card
      title="Address"
      sub={stored === null ? 'not created' : published ? 'public' : 'closed'}
      actions={
        mayChange ? (
          <Act command={published ? 'status-page.close' : 'status-page.publish'} size="small" hint={false} />
        ) : undefined
      }
    >
      <div className="stack">
        {published ? (
          <>
            <p className={classes.address}>
              <Out href={url}>{url}</Out>
            </p>
            <p className="row">
              <Act command="text.copy" args={{ text: url, what: 'Address' }} size="small" icon="copy" label="Copy" />
              <Out href={`${url}.rss`}>RSS</Out>
              <Out href={`${url}.json`}>JSON</Out>
            </p>
          </>
        ) : (
          <p className="muted">Nobody can read the page until it is published. It will be at {url}.</p>
        )}
        {mayChange && stored !== null && (
          <p>
            <Act command="status-page.remove" kind="danger-ghost" size="small" icon="trash" hint={false} />
          </p>
        )}
      </div>
    </Card>
  )
}
