import { useScreenEvents } from '../../core/screen-machines.ts'

const focusSearch = ({ type }: { type: string }): void => {
  if (type === 'FOCUS_SEARCH') document.querySelector<HTMLElement>('main [data-filter]')?.focus()
}

/** Moves the focus to the filter of a list when its key is pressed. */
export const useSearchFocus = (): void => useScreenEvents('screen', focusSearch)
