/** seen_certificate.issued: the server's own subject, where the certificate is another one of its chain; null for the server's own. */
export const seenChains = `
alter table seen_certificate add column issued text;
`
