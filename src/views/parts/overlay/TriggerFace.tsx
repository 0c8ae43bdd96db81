import { Icon } from '../text/Icon.tsx'
import type { TriggerProps } from './Popover.tsx'

/** Content of a trigger button: custom content, or icon and label. */
export const TriggerFace = ({ face, icon, iconOnly, label }: TriggerProps) =>
  face ?? (
    <>
      {icon && <Icon name={icon} />}
      {!iconOnly && label}
    </>
  )
