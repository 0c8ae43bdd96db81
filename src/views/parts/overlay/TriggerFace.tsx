import { Icon } from '../text/Icon.tsx'
import type { TriggerProps } from './Popover.tsx'

/** What shows on a button that opens something: a face of its own, or icon and words. */
export const TriggerFace = ({ face, icon, iconOnly, label }: TriggerProps) =>
  face ?? (
    <>
      {icon && <Icon name={icon} />}
      {!iconOnly && label}
    </>
  )
