import { TERMINAL_CLIENT, type terminal } from '../../../contract/installation/terminal.ts'
import type { HandlersOf } from '../../http/context.ts'
import { TERMINAL_PATH } from '../../program-file.ts'
import type { Services } from '../../services.ts'

export const terminalHandlers = ({
  configuration,
  terminalFile,
  url,
  version,
}: Services): HandlersOf<typeof terminal> => ({
  'terminal.read': async () => ({
    version,
    server_url: url,
    project_header: configuration.projectHeader,
    default_query: { ...configuration.defaultQuery },
    sign_in: configuration.auth0
      ? null
      : {
          client_id: TERMINAL_CLIENT,
          audience: `${url}/api`,
          device_url: `${url}/oauth/device/code`,
          token_url: `${url}/oauth/token`,
        },
    program: terminalFile && {
      path: TERMINAL_PATH,
      sha256: terminalFile.sha256,
      bytes: terminalFile.bytes,
    },
  }),
})
