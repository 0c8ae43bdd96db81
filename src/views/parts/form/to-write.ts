/** The path whose form somebody goes to in order to write in it, not to read. */
let wanted: string | null = null

/** The form of a stored record at this path gets the focus in its first field; null: in none. */
export const writeAt = (path: string | null): void => {
  wanted = path
}

export const isToWriteHere = (): boolean => wanted === location.pathname
