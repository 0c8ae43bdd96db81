import { useScreenEvents } from '../../core/screen-machines.ts'

const focusSearch = ({ type }: { type: string }): void => {
  if (type === 'FOCUS_SEARCH') document.querySelector<HTMLElement>('main [data-filter]')?.focus()
}

/** Lets the key of a list's filter lead to it. */
export const useSearchFocus = (): void => useScreenEvents('screen', focusSearch)
