import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { useFloat } from '../overlay/float.ts'
import panelClasses from '../overlay/Popover.module.css'
import type { TriggerProps } from '../overlay/Popover.tsx'
import { TriggerFace } from '../overlay/TriggerFace.tsx'
import { tip } from '../overlay/tip.ts'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import { type IconName, isIcon } from '../text/icons.ts'
import { type ActSpec, useActs } from './acts.ts'
import { buttonClass } from './button-kind.ts'
import { isPlainClick } from './Go.tsx'
import { Kbd } from './Kbd.tsx'
import { hrefOf, type LinkTarget, useLinks } from './links.ts'
import classes from './Menu.module.css'
import { menuItems, menuTarget } from './menu-keys.ts'

type ItemLooks = { readonly icon?: IconName | undefined; readonly note?: string | undefined }

/** Menu entry: a command, a link, a choice among a few options, a heading, or a separator. */
export type MenuItem =
  | (ActSpec & ItemLooks & { readonly label?: string | undefined; readonly danger?: boolean | undefined })
  | (LinkTarget & ItemLooks & { readonly label: string; readonly keys?: string | undefined })
  | {
      readonly choose: string
      readonly choices: readonly (ActSpec & { readonly label: string; readonly chosen: boolean })[]
    }
  | { readonly heading: ReactNode; readonly below?: string | undefined }
  | 'rule'

type MenuProps = TriggerProps & {
  /** A function is called when the menu opens. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[])
}

const Command = ({ item, close }: { item: Extract<MenuItem, { command: string }>; close: () => void }) => {
  const acts = useActs()
  const facts = acts.facts(item.command, item.args)
  const icon = item.icon ?? (facts.icon !== undefined && isIcon(facts.icon) ? facts.icon : undefined)
  const press = () => {
    if (!facts.enabled) return
    close()
    acts.perform(item.command, item.args)
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classNames(classes.item, item.danger && classes.danger)}
      data-command={item.command}
      aria-disabled={!facts.enabled || undefined}
      aria-description={facts.enabled ? undefined : facts.why}
      onClick={press}
      {...tip(facts.enabled ? null : facts.why)}
    >
      {icon && <Icon name={icon} />}
      {item.label ?? facts.label}
      {(item.note || facts.key) && (
        <span className={classes.end}>
          {item.note}
          {facts.key && <Kbd keys={facts.key} />}
        </span>
      )}
    </button>
  )
}

const Link = ({ item, close }: { item: Extract<MenuItem, { to: string }>; close: () => void }) => {
  const links = useLinks()
  const href = hrefOf(links, item)
  return (
    <a
      role="menuitem"
      tabIndex={-1}
      className={classes.item}
      href={href}
      onClick={(event) => {
        close()
        if (!isPlainClick(event)) return
        event.preventDefault()
        links.go(href)
      }}
    >
      {item.icon && <Icon name={item.icon} />}
      {item.label}
      {(item.note || item.keys) && (
        <span className={classes.end}>
          {item.note}
          {item.keys && <Kbd keys={item.keys} />}
        </span>
      )}
    </a>
  )
}

const Choices = ({ item }: { item: Extract<MenuItem, { choose: string }> }) => {
  const acts = useActs()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
    <div className={classes.choices} role="group" aria-label={item.choose}>
      <span>{item.choose}</span>
      <span className={classes.segments} role="none" data-choices="">
        {item.choices.map((choice) => (
          <button
            key={choice.label}
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            aria-checked={choice.chosen}
            data-command={choice.command}
            onClick={() => acts.perform(choice.command, choice.args)}
          >
            {choice.label}
          </button>
        ))}
      </span>
    </div>
  )
}

const keyOf = (item: MenuItem, place: number): string => {
  if (item === 'rule') return `rule-${place}`
  if ('command' in item) return `${item.command}-${item.label ?? ''}`
  return 'to' in item ? `${item.to}-${item.label}` : 'choose' in item ? item.choose : `heading-${place}`
}

/** Menu entries without the menu itself. */
const lineOf = (item: MenuItem, close: () => void): ReactNode => {
  if (item === 'rule') return <hr className={classes.line} />
  if ('command' in item) return <Command item={item} close={close} />
  if ('to' in item) return <Link item={item} close={close} />
  if ('choose' in item) return <Choices item={item} />
  return (
    <div className={classes.heading} role="none">
      <b className="strong">{item.heading}</b>
      {item.below && <small>{item.below}</small>}
    </div>
  )
}

/** Button that opens a menu of commands and links. */
export const Menu = (props: MenuProps) => {
  const { label, face, align = 'end', items, iconOnly, kind = 'ghost' } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const float = useFloat(panel, trigger, { align, onOpened: (menu) => menuItems(menu)[0]?.focus() })
  const keyed = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') return float.close()
    if (event.ctrlKey || event.metaKey || event.altKey || !panel.current) return
    const target = menuTarget(panel.current, event.key)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    target.focus()
  }
  const opens = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    panel.current?.showPopover()
  }
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={buttonClass({ ...props, kind })}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={float.open}
        aria-label={iconOnly || face !== undefined ? label : undefined}
        onKeyDown={opens}
        {...tip(props.tip ?? (iconOnly ? label : null))}
      >
        <TriggerFace {...props} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={classNames(panelClasses.panel, classes.menu)}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={keyed}
      >
        {float.open &&
          (typeof items === 'function' ? items() : items).map((item, place) => (
            <div key={keyOf(item, place)} role="none">
              {lineOf(item, float.close)}
            </div>
          ))}
      </div>
    </>
  )
}
