import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Go } from '../parts/act/Go.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { destinationOf } from './destination.ts'
import classes from './ExternalScreen.module.css'
import { StandalonePage } from './StandalonePage.tsx'

/** Warns before the browser leaves the app for an external address. */
const ExternalScreen = () => {
  const { href = '' } = useCurrentRoute().params
  useTitle()
  return (
    <StandalonePage>
      <Leaving href={href} />
    </StandalonePage>
  )
}
export default ExternalScreen

const Leaving = ({ href }: { href: string }) => {
  const destination = destinationOf(href)
  if (destination.kind === 'refused')
    return (
      <div className={classes.page}>
        <h1>This link is blocked</h1>
        <p className={classes.why}>{destination.why}</p>
        <code className={classes.address}>{href}</code>
        <Go to="collections" kind="primary">
          Stay in Sonde
        </Go>
      </div>
    )
  return (
    <div className={classes.page}>
      <h1>You are leaving Sonde</h1>
      <p className={classes.why}>The link leads to an external site:</p>
      <p className={classes.host}>
        <Icon name={destination.isSecure ? 'lock' : 'globe'} />
        {destination.host}
      </p>
      <code className={classes.address}>{destination.href}</code>
      {!destination.isSecure && (
        <p className={classes.why}>It uses plain HTTP: others on the network can read and change the page.</p>
      )}
      <div className={classes.actions}>
        <a href={destination.href} rel="noreferrer noopener" className={buttonClass({ kind: 'primary' })}>
          Continue to {destination.host}
        </a>
        <Go to="collections" kind="secondary">
          Stay in Sonde
        </Go>
      </div>
    </div>
  )
}
