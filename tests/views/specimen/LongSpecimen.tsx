import { useEffect, useState } from 'react'
import { VirtualTable } from '../../../src/views/parts/table/VirtualTable.tsx'
import { columns, rowsOf } from './rows.tsx'

const rows = rowsOf(10_000)

/** Ten thousand monitors; j and k move the cursor. */
export const LongSpecimen = () => {
  const [cursor, setCursor] = useState(0)
  useEffect(() => {
    const keyed = ({ key }: KeyboardEvent) => {
      const step = { j: 1, k: -1, G: rows.length }[key]
      if (step !== undefined) setCursor((place) => Math.max(0, Math.min(rows.length - 1, place + step)))
    }
    document.addEventListener('keydown', keyed)
    return () => document.removeEventListener('keydown', keyed)
  }, [])
  return (
    <main>
      <h1>Long</h1>
      <VirtualTable
        label="Monitors"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        cursor={`m${cursor}`}
        twoLine
      />
    </main>
  )
}
