import type { ComponentType } from 'react'
import { commandBook } from './command-book.ts'

/** A screen's module: its default export is the screen. */
export type ScreenModule = { readonly default: ComponentType }

/** Fetches a screen's module. One arrow for each import: two in one expression would share one list of chunks to preload. */
export type Load = () => Promise<ScreenModule>

/** A screen of the front door, with the commands that stand there. */
export const front =
  (load: Load): Load =>
  async () => {
    const [screen] = await Promise.all([load(), commandBook.loadFrontDoor()])
    return screen
  }
