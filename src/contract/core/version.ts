/** The product's version, as in package.json. */
export const VERSION = '0.5.0'
