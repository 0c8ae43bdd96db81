import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { useField } from '../parts/form/Field.tsx'
import { PickList, type PickOption } from '../parts/form/PickList.tsx'
import { Popover } from '../parts/overlay/Popover.tsx'
import type { Category } from '../parts/text/category.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './form.module.css'

type Last = { readonly result_category: Category } | null

type MonitorPickProps = {
  /** "Choose a monitor or workflow" */
  label: string
  of: 'monitors' | 'workflows' | 'both'
  /** The chosen monitor’s id; empty for none yet. */
  value: string
  onValue: (id: string) => void
  onLeave?: () => void
}

/** The monitors and workflows to choose from, the groups named where both are offered. */
const useOptions = (of: MonitorPickProps['of']): readonly PickOption[] => {
  const { data: monitors } = useResource('monitor.list', of === 'workflows' ? null : {})
  const { data: workflows } = useResource('workflow.list', of === 'monitors' ? null : {})
  return useMemo(() => {
    const optionOf = (
      group: string,
      {
        id,
        meta,
        last_result: last,
      }: { id: string; meta: { name: string; domain?: string | null }; last_result: Last },
    ): PickOption => ({
      id,
      label: meta.name,
      ...(meta.domain && { note: meta.domain }),
      ...(of === 'both' && { group }),
      ...(last && { before: <StatusShape category={last.result_category} /> }),
    })
    return [
      ...(monitors?.data ?? []).map((one) => optionOf('Monitors', one)),
      ...(workflows?.results ?? []).map((one) => optionOf('Workflows', one)),
    ]
  }, [of, monitors, workflows])
}

const FIND = { monitors: 'Find a monitor', workflows: 'Find a workflow', both: 'Find a monitor or workflow' } as const
const LISTS = { monitors: 'Monitors', workflows: 'Workflows', both: 'Monitors and workflows' } as const

/** One monitor or workflow of the project, found by typing. */
export const MonitorPick = ({ label, of, value, onValue }: MonitorPickProps) => {
  const bound = useField({})
  const options = useOptions(of)
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
          label={FIND[of]}
          of={LISTS[of]}
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
