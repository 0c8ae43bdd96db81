/** organization_key.check_value: an HMAC by which another key is told from this one; null until a key of before is unwrapped. */
export const keyCheckValues = `
alter table organization_key add column check_value text;
`
