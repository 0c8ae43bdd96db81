import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './factors.module.css'

/** A QR code, dark on light in both themes: readers need the contrast and the margin. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { border: 3 })
    const path = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
    return { size, path }
  }, [text])
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={classes.paper} d={`M0 0h${size}v${size}H0z`} />
      <path className={classes.ink} d={path} />
    </svg>
  )
}
