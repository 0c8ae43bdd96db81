import { SITE_PERMISSIONS } from '../../domain/core/effective-level.ts'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { AccountPage } from './account-page.ts'
import classes from './accounts.module.css'
import { permissionWords } from './permission-words.ts'

/** The permissions of an account for the whole installation. It holds one; the higher ones include the lower. */
export const SitePermissions = ({ account: { id, site_permission } }: { account: AccountPage }) => (
  <Card title="Site permission">
    <ul className={classes.permissions}>
      {SITE_PERMISSIONS.map((permission) => {
        const { name, may } = permissionWords[permission]
        const isHeld = permission === site_permission
        return (
          <li key={permission}>
            <span>
              <strong>{name}</strong>
              <small className="muted">{may}</small>
            </span>
            <Act
              command="site-account.permit"
              args={{ account: id, permission: isHeld ? 'none' : permission }}
              size="small"
              label={isHeld ? `Remove ${name.toLowerCase()}` : `Make ${name.toLowerCase()}`}
            >
              {isHeld ? 'Remove' : 'Give'}
            </Act>
          </li>
        )
      })}
    </ul>
  </Card>
)
