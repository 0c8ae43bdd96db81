import {
  downloadTerminalLines,
  installTerminalLines,
  terminalCiLines,
  terminalSignInLines,
} from '../../domain/installation/terminal-lines.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { CopyLines } from '../kit/detail/CopyLines.tsx'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import { Notice } from '../parts/text/Notice.tsx'

const KEY_TEXT = 'An identity provider signs people in here, so the terminal uses an API key of the project.'

/** Gives the lines that install the terminal's program, and sign in with it. */
const TerminalScreen = () => {
  const facts = useResource('terminal.read', {})
  useTitle()
  return (
    <>
      <SettingsHead
        title="Terminal"
        lead="The commands of the console in a terminal and in CI: one file that runs on any machine with Node.js and reaches this server."
      />
      <Loaded of={facts}>
        {({ server_url: url, program, sign_in }) => (
          <>
            {program ? (
              <>
                <CopyLines
                  title="Download"
                  sub="Node.js 20.20 or newer"
                  text={downloadTerminalLines(url + program.path, program.sha256)}
                />
                <CopyLines title="Install" text={installTerminalLines()} />
              </>
            ) : (
              <Notice kind="warning" title="The terminal’s program has not been built">
                Run <code>npm run build</code> on the server and restart it.
              </Notice>
            )}
            {sign_in === null && (
              <Notice kind="info" title="Sign in with an API key">
                {KEY_TEXT}
              </Notice>
            )}
            <CopyLines
              title="Sign in"
              sub={sign_in === null ? 'with an API key' : 'confirmed in the browser'}
              text={
                sign_in === null ? `${terminalSignInLines(url).replace('\n', ' --key\n')}` : terminalSignInLines(url)
              }
            />
            <CopyLines
              title="Complete lines"
              sub="bash, zsh or fish"
              text={'echo \'eval "$(sonde completion bash)"\' >> ~/.bashrc'}
            />
            <CopyLines title="Run a monitor in CI" sub="fails when the monitor fails" text={terminalCiLines(url)} />
          </>
        )}
      </Loaded>
    </>
  )
}

export default TerminalScreen
