/** What people say of themselves when they begin: where they work, and as what. */
export const onboarding = `
alter table account add column company text, add column role text;
`
