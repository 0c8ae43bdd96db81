import { useMemo } from 'react'
import { offeredGrants } from '../../domain/auth/auth-types.ts'
import { plainIn } from '../../domain/core/placeholders.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import type { AuthSetting } from './auth-form.ts'
import { OneSetting } from './OneSetting.tsx'
import { TokenFields } from './TokenFields.tsx'
import { newTokenForm, tokenTable } from './token-form.ts'

/** The names that a setting's templates leave to its tokens. */
const namesIn = ({ settings }: AuthSetting): string[] =>
  plainIn([...(settings.headers ?? []), ...(settings.parameters ?? [])].map(({ value }) => value).join('\n')).filter(
    (name) => !Object.hasOwn(settings.custom_variables, name),
  )

const Editor = ({ setting }: { setting: AuthSetting }) => {
  const world = useWorld()
  useTitle('Enter a token')
  const { id, meta, settings } = setting
  const type = settings.auth_type
  const base = useMemo(() => newTokenForm(id, type, namesIn(setting)), [id, type, setting])
  const form = useRecordForm({
    table: tokenTable(type),
    key: `token:new:${id}`,
    base,
    async save(body, { world }) {
      const row = await world.call('token.create', { body })
      world.tell(`“${row.meta.name}” created`)
      return row
    },
    leave: () => world.go('auth-setting-tokens', { authId: id }),
    laterKey: (row) => `token:${row.id}`,
  })
  const canGet = offeredGrants(settings).length > 0
  return (
    <>
      <PageHead title="Enter a token" lead={`For ${meta.name}`} />
      {canGet && (
        <Notice
          kind="info"
          title="The server can obtain this token itself."
          actions={<Act command="token.get" args={{ 'auth-setting': id }} size="small" />}
        >
          A token that is entered here is only refreshed if it has a refresh token.
        </Notice>
      )}
      <TokenFields form={form} type={type} />
    </>
  )
}

/** Form of a token whose values were obtained elsewhere. */
const NewTokenScreen = () => {
  const { authId = '' } = useCurrentRoute().params
  return (
    <OneSetting key={authId} id={authId}>
      {(setting) => <Editor setting={setting} />}
    </OneSetting>
  )
}

export default NewTokenScreen
