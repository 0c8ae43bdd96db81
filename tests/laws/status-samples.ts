import type { Sample } from './sample.ts'

const body = {
  published: true,
  slug: 'shop',
  title: 'Shop',
  description: 'What we sell, and how it does',
  home_url: 'https://example.com',
  show_days: true,
  show_maintenance: true,
  subscribing: true,
  components: [{ group: 'Front', name: 'Checkout', description: 'Cart and payment', monitors: [], tags: ['checkout'] }],
}

/** The samples of status pages. */
export const ofStatus = {
  'status-page.replace': { body },
  'status-page.preview': { body },
  'status-page.subscribers': { query: { limit: '10', cursor: '' } },
} satisfies Record<string, Sample>
