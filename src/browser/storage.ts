/** Browser storage for conveniences. It may be full, forbidden or damaged; then nothing is stored. */
export type BrowserStore = {
  read(name: string): unknown
  write(name: string, value: unknown): void
  forget(name: string): void
}

const PREFIX = 'sonde.'

const storeOn = (open: () => Storage): BrowserStore => ({
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
      // Only a convenience is lost, not a person's work, which is still on the screen.
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

/** Kept until it is deleted: preferences and console history. */
export const localStore = storeOn(() => localStorage)
/** Kept for the lifetime of the tab: drafts. */
export const sessionStore = storeOn(() => sessionStorage)

const PROJECT_COOKIE = 'current-project-id'
const PROJECT_SECONDS = 120

/** The project that was open in this browser within the last two minutes, so that a reload or a new tab opens it again. */
export const rememberedProject = (): string | null => {
  try {
    const pairs = document.cookie.split('; ')
    return pairs.find((pair) => pair.startsWith(`${PROJECT_COOKIE}=`))?.slice(PROJECT_COOKIE.length + 1) ?? null
  } catch {
    return null
  }
}

/** Clears the remembered project. */
export const clearRememberedProject = (): void => remember('', 0)

export const rememberProject = (id: string): void => remember(encodeURIComponent(id), PROJECT_SECONDS)

const remember = (value: string, seconds: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
    document.cookie = `${PROJECT_COOKIE}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
  } catch {
    // A browser may forbid cookies: then the last project is not remembered. An error here would end the app.
  }
}
