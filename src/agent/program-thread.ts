/** Built, the program is one file, which a thread runs too. From its sources, as in tests, a thread loads the module that it needs. */
const isBuilt = !import.meta.url.endsWith('.ts')

/**
 * The program of a worker thread: this one, or from its sources the function `serve` of `module`. `main.ts` tells by the thread's data which
 * one it is to be.
 */
export const programThread = (module: string, serve: string): { program: URL | string; eval: boolean } =>
  isBuilt
    ? { program: new URL(import.meta.url), eval: false }
    : {
        program: `
import('tsx/esm/api').then(async ({ register }) => {
  register()
  const module = await import(${JSON.stringify(module)})
  module.${serve}()
})`,
        eval: true,
      }
