/** The product's version, as package.json says it too: the agent's program travels without that file. */
export const VERSION = '0.1.0'
