import { Menu, type MenuItem } from '../parts/act/Menu.tsx'
import { Avatar } from '../parts/text/Avatar.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import type { ShellData } from './shell-data.ts'
import classes from './TopBar.module.css'

type AccountMenuProps = Pick<ShellData, 'preferences' | 'account'> & { user: NonNullable<ShellData['user']> }

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const
const DENSITIES = { compact: 'Compact', regular: 'Regular', relaxed: 'Relaxed' } as const

const choicesOf = <Name extends string>(
  words: Readonly<Record<Name, string>>,
  chosen: Name,
  command: string,
  argument: string,
) =>
  // Object.entries loses the type of the keys.
  (Object.entries(words) as [Name, string][]).map(([name, label]) => ({
    command,
    args: { [argument]: name },
    label,
    chosen: name === chosen,
  }))

/** Account menu: the signed-in account, appearance, sign out. */
export const AccountMenu = ({ user, preferences, account = [] }: AccountMenuProps) => {
  const items: MenuItem[] = [
    { heading: user.name, below: user.email === user.name ? undefined : user.email },
    'rule',
    ...account,
    ...(account.length > 0 ? (['rule'] as const) : []),
    { choose: 'Theme', choices: choicesOf(THEMES, preferences.theme, 'appearance.theme', 'theme') },
    { choose: 'Density', choices: choicesOf(DENSITIES, preferences.density, 'appearance.density', 'density') },
    'rule',
    { command: 'console.shortcuts', icon: 'help' },
    { command: 'session.end', icon: 'leave', label: 'Sign out' },
  ]
  return (
    <Menu
      kind="plain"
      className={classes.account}
      label={`Account: ${user.name}`}
      items={items}
      face={
        <>
          <Avatar name={user.name} picture={user.picture} round />
          <Icon name="chevron-down" />
        </>
      }
    />
  )
}
