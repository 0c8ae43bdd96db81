import { Icon } from '../text/Icon.tsx'
import { type IconName, isIcon } from '../text/icons.ts'
import { TextAct, type TextActProps } from './TextAct.tsx'

export type ActProps = Omit<TextActProps, 'mark'> & { readonly icon?: IconName | undefined }

/** Button that runs a command, which gives label, shortcut and availability. At most one primary button per view. */
export const Act = ({ icon, ...props }: ActProps) => (
  <TextAct
    {...props}
    mark={(facts) => {
      const shown = icon ?? (props.iconOnly && facts.icon && isIcon(facts.icon) ? facts.icon : undefined)
      return shown && <Icon name={shown} />
    }}
  />
)
