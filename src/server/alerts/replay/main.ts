import { serveReplay } from './replay-worker.ts'

/** The program of the thread that replays alerts: built apart, so that a thread does not load the server. */
serveReplay()
