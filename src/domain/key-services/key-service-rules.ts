import { type Problem, problem } from '../core/problem.ts'

/** A key service as entered, without its token. */
export type KeyServiceDraft = {
  readonly url: string
  readonly namespace: string | null
  readonly mount: string
  readonly key: string
}

/** A path of names, such as `team/transit`, or one name. */
const PATH = /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)*$/

/** Rule violations of a key service. */
export const keyServiceProblems = ({ url, namespace, mount, key }: KeyServiceDraft): Problem[] => {
  const address = URL.canParse(url) ? new URL(url) : null
  const isOrigin =
    address !== null && /^https?:$/.test(address.protocol) && `${address.origin}` === url.replace(/\/$/, '')
  const isPath = (text: string) => PATH.test(text) && !text.split('/').some((part) => /^\.+$/.test(part))
  return [
    ...(isOrigin
      ? []
      : [
          problem(
            'url',
            'invalid',
            'must be the address of the server without a path, such as https://vault.example.com:8200.',
          ),
        ]),
    ...(isPath(mount) ? [] : [problem('mount', 'invalid', 'must be the path of a transit engine, such as transit.')]),
    ...(isPath(key) && !key.includes('/') ? [] : [problem('key', 'invalid', 'must be the name of a key.')]),
    ...(namespace === null || isPath(namespace.replace(/\/$/, ''))
      ? []
      : [problem('namespace', 'invalid', 'must be a namespace, such as team-a.')]),
  ]
}
