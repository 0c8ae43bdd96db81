import { describe, test } from 'vitest'
import { ADA, signIn, typeSignIn } from './support/person.ts'
import { expect, useWorld } from './support/world.ts'

const world = useWorld({ SONDE_ENVIRONMENT: 'test' })

describe('who is not signed in', () => {
  test('is asked, comes to where they wanted to go, and stays signed in through a reload and in another tab', async () => {
    const tab = await world.visit()
    const { page } = tab
    await signIn(page, '/project')
    await expect(page).toHaveURL(`${world.url}/project`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'New project' })).toBeVisible()
    const other = await world.another(tab)
    await other.page.goto('/collections')
    await expect(other.page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  })

  test('is told that the password is wrong', async () => {
    const { page, complaints } = await world.visit()
    await page.goto('/')
    complaints.expect(/status of 401/)
    await typeSignIn(page, { ...ADA, password: 'wrong horse battery' })
    await expect(page.getByRole('alert')).toContainText(/password/i)
    await typeSignIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  })
})
