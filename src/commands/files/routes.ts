import { route } from '../core/route.ts'

/** Stored files. */
export const fileRoutes = {
  files: route({ path: '/files/', title: 'Files', keys: 'g f' }),
  'new-file': route({ path: '/files/create', title: 'New file', words: 'new-file' }),
  file: route({ path: '/files/file/{fileId}/', title: 'File' }),
}
