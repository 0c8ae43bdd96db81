import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { useField } from '../parts/form/Field.tsx'
import { PickList } from '../parts/form/PickList.tsx'
import { Popover } from '../parts/overlay/Popover.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './form.module.css'

type MonitorPickProps = {
  /** "Choose a monitor" */
  label: string
  /** The chosen monitor’s id; empty for none yet. */
  value: string
  onValue: (id: string) => void
  onLeave?: () => void
}

/** One monitor of the project, found by typing. */
export const MonitorPick = ({ label, value, onValue }: MonitorPickProps) => {
  const { data } = useResource('monitor.list', {})
  const bound = useField({})
  const options = useMemo(
    () =>
      (data?.data ?? []).map(({ id, meta, last_result }) => ({
        id,
        label: meta.name,
        ...(meta.domain && { note: meta.domain }),
        ...(last_result && { before: <StatusShape category={last_result.result_category} /> }),
      })),
    [data],
  )
  const name = options.find(({ id }) => id === value)?.label
  return (
    <Popover
      bound={bound}
      label={name ? `${label}: ${name}` : label}
      className={classes.pick}
      panelClassName={classes.panel}
      face={
        <>
          <span className={name ? 'trunc' : 'muted'}>{name ?? label}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {(close) => (
        <PickList
          label="Find a monitor"
          of="Monitors"
          options={options}
          chosen={value}
          onPick={(id) => {
            onValue(id)
            close()
          }}
        />
      )}
    </Popover>
  )
}
