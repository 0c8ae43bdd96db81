/** The product's version, the same as package.json's. */
export const VERSION = '0.4.0'
