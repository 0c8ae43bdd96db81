import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { approve, REDIRECT } from './connecting.ts'

let running: TestServer
let target: Server
let ada: Api
let monitorId: string
let projectId: string
beforeAll(async () => {
  target = createServer((_, response) => response.end('fine')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  running = await startServer({ agent: true, env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  const { port } = target.address() as AddressInfo
  const made = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Checkout' },
    request: { method: 'GET', url: `http://127.0.0.1:${port}/` },
  })
  monitorId = made.id
  ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  const { projects } = await running.api.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
  projectId = projects[0]?.project.id ?? ''
})
afterAll(async () => {
  await running.stop()
  target.close()
})

/** A program that keeps what it learns in memory; its person allows what it asks for when it opens the page. */
const program = (allowed: { writes: boolean }) => {
  const kept: { client?: StoredOAuthClientInformation; tokens?: StoredOAuthTokens; verifier?: string; code?: string } =
    {}
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'The published client',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'its state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    redirectToAuthorization: async (address) => {
      const { body } = await approve(ada, Object.fromEntries(address.searchParams), {
        ...allowed,
        project_id: projectId,
      })
      kept.code = new URL(body.redirect_to).searchParams.get('code') ?? ''
    },
  }
  return { kept, provider }
}

const connected = async (writes: boolean, query = '') => {
  const { kept, provider } = program({ writes })
  const address = new URL(`${running.server.url}/mcp${query}`)
  const first = new StreamableHTTPClientTransport(address, { authProvider: provider })
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  await first.finishAuth(new URLSearchParams({ code: kept.code ?? '', iss: `${running.server.url}/connect` }))
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
  return client
}

describe('the published client', () => {
  test('signs in by itself, lists the tools that read, and calls them', async () => {
    const client = await connected(false)
    const { tools } = await client.listTools()
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(tools.map(({ name }) => name)).toContain('list_monitor')
    const listed = await client.callTool({ name: 'list_monitor', arguments: { limit: 1 } })
    expect(listed.structuredContent).toMatchObject({ more: false, rows: [{ meta: { name: 'Checkout' } }] })
    const shown = await client.callTool({ name: 'show_monitor', arguments: { monitor: 'checkout' } })
    expect(JSON.stringify(shown.structuredContent)).toContain(monitorId)
    const wrong = await client.callTool({ name: 'show_monitor', arguments: { monitor: 'nothing' } })
    expect([wrong.isError, JSON.stringify(wrong.content)]).toEqual([true, expect.stringContaining('nothing')])
    const { prompts } = await client.listPrompts()
    const prompt = await client.getPrompt({ name: prompts[0]?.name ?? '', arguments: { monitor: 'Checkout' } })
    expect(JSON.stringify(prompt.messages)).toContain('Checkout')
    await client.close()
  })

  test('runs a monitor, and deletes one only with the word that confirms it', async () => {
    const client = await connected(true)
    const run = await client.callTool({ name: 'monitor_run', arguments: { monitor: 'Checkout' } })
    expect(run.structuredContent).toMatchObject({ runs: [{ name: 'Checkout', category: 'PASS' }] })
    const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Old one' },
      request: { method: 'GET', url: 'https://example.com/' },
    })
    const asked = await client.callTool({ name: 'monitor_remove', arguments: { monitor: 'Old one' } })
    expect(asked.isError).toBe(true)
    const { needs_confirmation: needed } = asked.structuredContent as {
      needs_confirmation: { word: string; question: string }
    }
    expect(needed.question).toContain('Old one')
    expect(await running.api.get(`/api/3/monitors/${id}`)).toBeTruthy()
    const wrongWord = await client.callTool({
      name: 'monitor_remove',
      arguments: { monitor: 'Old one', confirm: 'ok' },
    })
    expect(wrongWord.isError).toBe(true)
    const done = await client.callTool({
      name: 'monitor_remove',
      arguments: { monitor: 'Old one', confirm: needed.word },
    })
    expect(done.isError).toBeUndefined()
    expect((await running.api.call('GET', `/api/3/monitors/${id}`)).status).toBe(404)
    const { results } = await running.api.get<{ results: { action: string; actor: object; user_agent: string }[] }>(
      '/api/2/audits/?action=monitor.delete',
    )
    expect(results[0]).toMatchObject({
      actor: { kind: 'user', email: 'ada@example.com' },
      user_agent: expect.stringContaining('MCP: The published client'),
    })
    await client.close()
  })

  test('finds the commands that are not listed, and lists them all where it asks for all', async () => {
    const client = await connected(true)
    const found = await client.callTool({ name: 'find_tools', arguments: { words: 'create environment' } })
    const { tools } = found.structuredContent as { tools: { tool: string }[] }
    expect(tools[0]?.tool).toBe('environment_create')
    const used = await client.callTool({
      name: 'use_tool',
      arguments: { tool: 'environment_create', arguments: { name: 'staging' } },
    })
    expect(used.isError, JSON.stringify(used.content)).toBeUndefined()
    await client.close()
    const all = await connected(true, '?tools=all')
    const names = (await all.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('environment_create')
    expect(names.some((name) => /api-key_create|password|service-account_rotate/.test(name))).toBe(false)
    await all.close()
  })
})
