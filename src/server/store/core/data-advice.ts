/** Advice for data of a newer version. `npm run dev` replaces this module: its data can be deleted. */
export const NEWER_DATA = 'Start the newer version, or restore a backup made by this one.'

/** Name of the external database in messages. */
export const EXTERNAL_DATABASE = 'The PostgreSQL at DATABASE_URL'
