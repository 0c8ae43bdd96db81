/** Features of Chromium that talk to other machines by themselves, or change what a page does. */
const DISABLED_FEATURES = [
  // They call addresses that no page asked for.
  ...['MediaRouter', 'DialMediaRouteProvider', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
  ...[
    'Translate',
    'AutofillServerCommunication',
    'CertificateTransparencyComponentUpdater',
    'InterestFeedContentSuggestions',
  ],
  // A URL is called as it is written.
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  // The driver needs these off: closing a context must not wait for a profile, and its interception breaks redirects with the last one.
  ...['DestroyProfileOnBrowserClose', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'AvoidCorsURLLoaderRestartOnRedirect'],
]

/** Memory of one page's scripts, in MB. A page that needs more crashes itself instead of this machine. */
const SCRIPT_MEMORY_MB = 512

/**
 * Command line of Chromium. Everything goes through the proxy at `proxyPort`, which each browser context enters with a credential of its
 * own; what Chromium itself would send has none.
 */
export const chromiumFlags = (profile: string, proxyPort: number, isSandboxed: boolean): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  `--user-data-dir=${profile}`,
  // Network: one way out, for loopback too, and no name is looked up here.
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--dns-prefetch-disable',
  '--no-pings',
  // Nothing by itself: no updates, reports, checks, or first steps.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--use-mock-keychain',
  `--disable-features=${DISABLED_FEATURES.join()}`,
  // Pages of several runs are open at once, and none may be slower for not being in front.
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--allow-pre-commit-input',
  // The same picture on every machine.
  '--enable-features=CDPScreenshotNewSurface',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--lang=en-US',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // Memory: no graphics card, no shared memory that containers have too little of, and a bound for scripts.
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--js-flags=--max-old-space-size=${SCRIPT_MEMORY_MB}`,
  ...(isSandboxed ? [] : ['--no-sandbox']),
]
