import { useMemo } from 'react'
import { AUTH_TYPE_ORDER, AUTH_TYPES, type AuthTypeId } from '../../domain/auth/auth-types.ts'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Go } from '../parts/act/Go.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { AuthSettingForm } from './AuthSettingForm.tsx'
import classes from './auth.module.css'
import { newAuthForm } from './auth-form.ts'
import { authTable } from './auth-table.ts'

const TypeChoice = () => (
  <>
    <PageHead title="New auth setting" lead="How does the service authenticate calls?" />
    <ul className={classes.types}>
      {AUTH_TYPE_ORDER.map((type) => (
        <li key={type}>
          <Go to="new-auth-setting" search={{ type }} className={classes.type} current={false}>
            <b className="strong">{AUTH_TYPES[type].title}</b>
            <span>{AUTH_TYPES[type].description}</span>
          </Go>
        </li>
      ))}
    </ul>
  </>
)

const Editor = ({ type }: { type: AuthTypeId }) => {
  const world = useWorld()
  const base = useMemo(() => newAuthForm(type), [type])
  const form = useRecordForm({
    table: authTable(type),
    key: `auth-setting:new:${type}`,
    base,
    async save(body, { world }) {
      const row = await world.call('auth-setting.create', { body })
      world.tell(`“${row.meta.name}” created`)
      return row
    },
    leave: ({ id }) =>
      AUTH_TYPES[type].token.length > 0
        ? world.go('auth-setting-tokens', { authId: id })
        : world.go('auth-setting', { authId: id }),
    laterKey: (row) => `auth-setting:${row.id}`,
  })
  return (
    <>
      <PageHead
        title="New auth setting"
        lead={
          <>
            {AUTH_TYPES[type].title} · <Go to="new-auth-setting">another type</Go>
          </>
        }
      />
      <AuthSettingForm form={form} part="all" />
    </>
  )
}

/** Form of a new auth setting: the type is chosen first. */
const NewAuthSettingScreen = () => {
  const { search } = useCurrentRoute()
  useTitle()
  const type = AUTH_TYPE_ORDER.find((known) => known === search.type)
  return type ? <Editor key={type} type={type} /> : <TypeChoice />
}

export default NewAuthSettingScreen
