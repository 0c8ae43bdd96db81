import { useId } from 'react'
import { LinkTo } from '../parts/act/Go.tsx'
import { Meter } from '../parts/chart/ProgressBar.tsx'
import { tip } from '../parts/overlay/tip.ts'
import { formats } from '../parts/text/format.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { Mark } from './Brand.tsx'
import { ProjectSwitcher } from './ProjectSwitcher.tsx'
import classes from './Sidebar.module.css'
import type { NavigationGroup, NavigationItem, ShellData } from './shell-data.ts'

const Item = ({ item, rail }: { item: NavigationItem; rail: boolean }) => {
  const { count, trouble } = item
  return (
    <li>
      <LinkTo
        to={item.to}
        params={item.params}
        search={item.search}
        icon={item.icon}
        current={item.current ?? false}
        className={trouble ? classes.troubled : undefined}
        tip={tip(rail ? item.label : null, 'beside')}
      >
        <span className={classes.word}>{item.label}</span>
        {trouble ? (
          <span className={`${classes.count} ${classes.hot}`}>
            <StatusShape category="FAIL" />
            {formats.count(trouble.count)}
            <span className="sr"> {trouble.of}</span>
          </span>
        ) : (
          count !== null && count !== undefined && <span className={classes.count}>{formats.count(count)}</span>
        )}
      </LinkTo>
    </li>
  )
}

const Group = ({ group, rail }: { group: NavigationGroup; rail: boolean }) => {
  const id = useId()
  return (
    <>
      {group.title && <h2 id={id}>{group.title}</h2>}
      <ul aria-labelledby={group.title ? id : undefined}>
        {group.items.map((item) => (
          <Item key={item.label} item={item} rail={rail} />
        ))}
      </ul>
    </>
  )
}

type SidebarProps = Pick<ShellData, 'navigation' | 'project' | 'projects' | 'opening' | 'quota'> & {
  /** Icons only. */
  rail: boolean
  /** Inside the drawer: larger touch targets. */
  drawer?: boolean
}

/** Project switcher and navigation. */
export const Sidebar = ({ navigation, project, projects, opening, quota, rail, drawer }: SidebarProps) => (
  <nav
    className={[classes.nav, rail ? classes.rail : '', drawer ? classes.drawer : ''].join(' ')}
    aria-label={project ? 'Project' : 'Sonde'}
  >
    <LinkTo to="collections" className={classes.brand} label="Sonde, all projects" current="never">
      <Mark />
      <span className={classes.word}>Sonde</span>
    </LinkTo>
    <ProjectSwitcher {...{ project, projects, opening, rail }} />
    {navigation.map((group) => (
      <Group key={group.title ?? ''} group={group} rail={rail} />
    ))}
    {quota && quota.most > 0 && (
      <div className={classes.foot}>
        <span className="num">
          {formats.count(quota.used)} of {formats.count(quota.most)} runs this month
        </span>
        <Meter label="Runs used this month" value={quota.used} most={quota.most} />
      </div>
    )}
  </nav>
)
