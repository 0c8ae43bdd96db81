/** The product's version, the same as package.json's. */
export const VERSION = '0.2.0'
