import { AUTH_TYPES, offeredGrants } from '../../domain/auth/auth-types.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { versionsOf } from '../kit/form/versions-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import { type AuthPart, AuthSettingForm } from './AuthSettingForm.tsx'
import { type AuthSetting, authFormOf } from './auth-form.ts'
import { authTable } from './auth-table.ts'
import { OneSetting } from './OneSetting.tsx'
import { SettingFacts } from './SettingFacts.tsx'
import { SettingTokens } from './SettingTokens.tsx'
import { SettingUsers } from './SettingUsers.tsx'

const Head = ({ setting }: { setting: AuthSetting }) => {
  const { id, meta, settings, tokens, used_by } = setting
  const params = { authId: id }
  const type = AUTH_TYPES[settings.auth_type]
  const args = { 'auth-setting': id }
  return (
    <>
      <PageHead
        title={meta.name}
        lead={
          <>
            {type.title}
            {meta.domain !== null && <span className="mono"> {meta.domain}</span>}
          </>
        }
        actions={
          <>
            <Menu
              label="More actions"
              icon="more"
              iconOnly
              items={[
                { command: 'auth-setting.change-owner', args, icon: 'person' },
                'rule',
                { command: 'auth-setting.remove', args, icon: 'trash', danger: true },
              ]}
            />
            {type.token.length > 0 && <Act command="token.enter" args={args} icon="edit" />}
            {offeredGrants(settings).length > 0 && <Act command="token.get" args={args} icon="plus" kind="primary" />}
          </>
        }
      />
      <Tabs
        label="Auth setting"
        tabs={[
          { to: 'auth-setting', params, label: 'Settings' },
          { to: 'auth-setting-keys', params, label: 'Keys' },
          { to: 'auth-setting-tokens', params, label: 'Tokens', count: tokens },
          { to: 'auth-setting-certificates', params, label: 'Certificate' },
          { to: 'auth-setting-users', params, label: 'Used by', count: used_by },
        ]}
      />
    </>
  )
}

const Editor = ({ setting, part }: { setting: AuthSetting; part: AuthPart }) => {
  const world = useWorld()
  const { id, settings } = setting
  const form = useRecordForm({
    table: authTable(settings.auth_type),
    key: `auth-setting:${id}`,
    base: authFormOf(setting),
    versions: versionsOf(setting, () => world.call('auth-setting.read', { params: { id } })),
    async save(body, { world, version: if_last_update }) {
      const row = await world.call('auth-setting.update', { params: { id }, body: { ...body, if_last_update } })
      world.tell(`“${row.meta.name}” saved`)
      return row
    },
  })
  return <AuthSettingForm form={form} part={part} beside={<SettingFacts setting={setting} part={part} />} />
}

const PARTS: Readonly<Record<string, AuthPart>> = {
  'auth-setting': 'settings',
  'auth-setting-keys': 'keys',
  'auth-setting-certificates': 'certificates',
}

const Tab = ({ setting }: { setting: AuthSetting }) => {
  const { name } = useCurrentRoute()
  useTitle(setting.meta.name)
  const part = PARTS[name]
  return (
    <>
      <Head setting={setting} />
      {part && <Editor key={name} setting={setting} part={part} />}
      {name === 'auth-setting-tokens' && <SettingTokens setting={setting} />}
      {name === 'auth-setting-users' && <SettingUsers setting={setting} />}
    </>
  )
}

/** One auth setting under its tabs. */
const AuthSettingScreen = () => {
  const { authId = '' } = useCurrentRoute().params
  return (
    <OneSetting key={authId} id={authId}>
      {(setting) => <Tab setting={setting} />}
    </OneSetting>
  )
}

export default AuthSettingScreen
