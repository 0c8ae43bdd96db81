import type { AppConfiguration } from '../contract/installation/app-configuration.ts'
import type { Services } from './services.ts'

/** The configuration that the web app receives; read for each page, because setting up the installation changes it. */
export const appConfiguration = async (services: Services): Promise<AppConfiguration> => {
  const { configuration, url, version } = services
  const { auth0 } = configuration
  return {
    version,
    environment: configuration.environment,
    project_header: configuration.projectHeader,
    default_query: configuration.defaultQuery,
    identity: auth0
      ? { kind: 'auth0', domain: auth0.domain, client_id: auth0.clientId, audience: auth0.audience }
      : { kind: 'embedded', domain: url, client_id: WEB_CLIENT, audience: `${url}/api` },
    registration: configuration.registration,
    needs_setup: (await services.setupToken()) !== null,
    report_url: configuration.reportUrl,
    analytics_url: configuration.analytics?.url ?? null,
    mail: configuration.mail !== null,
    sample_url: services.sampleUrl,
  }
}

/** The web app's client id at the embedded provider. */
export const WEB_CLIENT = 'sonde-web'
