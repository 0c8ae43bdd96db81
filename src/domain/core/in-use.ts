/** Why an object is not deleted while monitors use it; null where none does. `noun` says what it is: “auth setting”. */
export const inUse = (noun: string, monitors: number): string | null => {
  if (monitors === 0) return null
  const isOne = monitors === 1
  return `${isOne ? 'A monitor uses' : `${monitors} monitors use`} this ${noun}: choose another for ${isOne ? 'it' : 'them'} first.`
}

/** Objects that use a file: the names of monitors, and whether the conditions of the project do. */
export type FileUse = { readonly monitors: readonly { readonly name: string }[]; readonly isInProject: boolean }

const NAMED = 5

/** The users of a file in words: “the monitors “A” and by the conditions of the project”; an empty text where there are none. */
export const fileUsers = ({ monitors, isInProject }: FileUse): string => {
  const names = monitors.slice(0, NAMED).map(({ name }) => `“${name}”`)
  const more = monitors.length > NAMED ? ` and ${monitors.length - NAMED} more` : ''
  return [
    ...(monitors.length === 0 ? [] : [`the monitor${monitors.length === 1 ? '' : 's'} ${names.join(', ')}${more}`]),
    ...(isInProject ? ['the conditions of the project'] : []),
  ].join(' and by ')
}

/** Why a file is not deleted while something uses it; null where nothing does. */
export const fileInUse = (use: FileUse): string | null => {
  const users = fileUsers(use)
  return users === '' ? null : `The file is used by ${users}: choose another body or schema there first.`
}
