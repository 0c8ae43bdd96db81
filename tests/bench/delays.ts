/** Delay of the slow server per phase, in milliseconds. */
export const DELAY = { handshake: 40, processing: 80, download: 60 }
