export const OpenConsole = (_: { world: unknown }) => null
