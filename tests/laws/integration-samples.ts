import type { Sample } from './sample.ts'

/** The samples of integrations. */
export const ofIntegrations = {
  'integration.begin': { body: { provider: 'datadog', domain: 'datadoghq.com', name: 'Ours', integration_id: null } },
  'integration.update': { body: { name: 'Renamed', settings: { team: 'ops' } } },
  'integration.authenticate': {
    query: {
      code: 'x',
      code_verifier: 'x'.repeat(43),
      domain: 'datadoghq.com',
      redirect_uri: 'https://sonde.example.com/onboarding/integration/datadog',
      state: 'x',
    },
  },
} satisfies Record<string, Sample>
