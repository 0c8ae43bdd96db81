import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import classes from './KeyValues.module.css'

export type KeyValue = { readonly name: string; readonly value: ReactNode; readonly mono?: boolean }

/** Names and values of an object. Null, undefined and empty values show as "—". */
export const KeyValues = ({ items, mono }: { items: readonly KeyValue[]; mono?: boolean }) => (
  <dl className={classNames(classes.list, mono && classes.mono)}>
    {items.map((item) => (
      <div key={item.name}>
        <dt>{item.name}</dt>
        <dd className={item.mono ? 'mono' : undefined}>
          {item.value === null || item.value === undefined || item.value === '' ? '—' : item.value}
        </dd>
      </div>
    ))}
  </dl>
)
