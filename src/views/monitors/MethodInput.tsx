import { useState } from 'react'
import { MAX_METHOD_LETTERS, METHODS } from '../../domain/monitors/methods.ts'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'

/** The choice that leads to a method of one's own; methods are in upper case. */
const OTHER = 'other'

const OPTIONS = [...METHODS.map((value) => ({ value, label: value })), { value: OTHER, label: 'Other…' }]

type MethodInputProps = {
  readonly value: string
  readonly onValue: (method: string) => void
  readonly onLeave: () => void
}

/** The method of a call: one of the usual ones from a list, or any other as text. */
export const MethodInput = ({ value, onValue, onLeave }: MethodInputProps) => {
  /** The method before one began to type another; null while the list is shown. */
  const [before, setBefore] = useState<string | null>(null)
  if (before === null && METHODS.some((method) => method === value))
    return (
      <Select
        name="request.method"
        value={value}
        options={OPTIONS}
        onLeave={onLeave}
        onValue={(method) => {
          if (method !== OTHER) return onValue(method)
          setBefore(value)
          onValue('')
        }}
      />
    )
  return (
    <TextInput
      mono
      autoFocus={before !== null}
      name="request.method"
      placeholder="PROPFIND"
      maxLength={MAX_METHOD_LETTERS}
      value={value}
      onValue={(text) => onValue(text.toUpperCase())}
      onLeave={() => {
        // Nothing was typed, or everything was deleted: back to the list.
        if (value.trim() === '') onValue(before ?? METHODS[0])
        setBefore(null)
        onLeave()
      }}
    />
  )
}
