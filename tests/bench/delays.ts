/** Milliseconds by which the slow server is late, phase by phase. */
export const DELAY = { handshake: 40, processing: 80, download: 60 }
