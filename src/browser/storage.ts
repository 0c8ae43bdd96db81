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

/** Removes the stored lines of the console, of all accounts of this browser. */
export const clearUsedLines = (): void => {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(`${PREFIX}used-lines.`)) localStorage.removeItem(name)
  } catch {
    // A browser may forbid storage: then there are none.
  }
}

const PROJECT_SECONDS = 120

const TAB_PROJECT = 'project'

/** The project that this tab showed before, which a reload opens again, and the one of this browser within the last two minutes, for a new tab. */
export const rememberedProjects = () => ({
  // Nothing else is written there.
  ofTab: sessionStore.read(TAB_PROJECT) as string | null,
  remembered: projectInCookie(),
})

const projectInCookie = (): string | null => {
  try {
    return /(?:^|; )current-project-id=([^;]+)/.exec(document.cookie)?.[1] ?? null
  } catch {
    return null
  }
}

/** Clears the remembered project. */
export const clearRememberedProject = (): void => remember('', 0)

export const rememberProject = (id: string): void => remember(id, PROJECT_SECONDS)

const remember = (id: string, seconds: number): void => {
  sessionStore.write(TAB_PROJECT, id || null)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
    document.cookie = `current-project-id=${encodeURIComponent(id)}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`
  } catch {
    // A browser may forbid cookies: then the last project is not remembered. An error here would end the app.
  }
}
