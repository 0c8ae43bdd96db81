/** What the browser remembers for a person. Storage may be full, forbidden or damaged: then nothing is remembered. */
export type Shelf = {
  read(name: string): unknown
  write(name: string, value: unknown): void
  forget(name: string): void
}

const PREFIX = 'sonde.'

const shelfOn = (open: () => Storage): Shelf => ({
  read(name) {
    try {
      return JSON.parse(open().getItem(PREFIX + name) ?? 'null')
    } catch {
      return null
    }
  },
  write(name, value) {
    try {
      open().setItem(PREFIX + name, JSON.stringify(value))
    } catch {
      // It is a convenience that is lost, not a person's work: that is still on the screen.
    }
  },
  forget(name) {
    try {
      open().removeItem(PREFIX + name)
    } catch {
      // As above.
    }
  },
})

/** Kept until it is forgotten: preferences, the lines that were typed last. */
export const lasting = shelfOn(() => localStorage)
/** Kept as long as the tab: drafts. */
export const passing = shelfOn(() => sessionStorage)

const PROJECT_COOKIE = 'current-project-id'
const PROJECT_SECONDS = 120

/** The project that was open in this browser within the last two minutes, so that a reload or a second tab stays in it. */
export const rememberedProject = (): string | null =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${PROJECT_COOKIE}=`))
    ?.slice(PROJECT_COOKIE.length + 1) ?? null

/** No project was open. */
export const forgetProject = (): void => remember('', 0)

export const rememberProject = (id: string): void => remember(encodeURIComponent(id), PROJECT_SECONDS)

const remember = (value: string, seconds: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${PROJECT_COOKIE}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
}
