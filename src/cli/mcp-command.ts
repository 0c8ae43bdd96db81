import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ANYBODY } from '../mcp/callable.ts'
import { namedProject } from '../mcp/named-project.ts'
import { readSelection } from '../mcp/selection.ts'
import { openSpentCodes } from '../mcp/spent-codes.ts'
import { serveProcess } from '../mcp/stdio.ts'
import { openToolbox } from '../mcp/toolbox.ts'
import { TerminalFailure } from './exit-codes.ts'
import { openHttpCall } from './http-call.ts'
import type { LocalRun } from './local-commands.ts'
import { connect } from './settings.ts'
import { plainText } from './terminal-io.ts'

const optionsIn = (words: readonly string[]) => {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { write: { type: 'boolean', default: false }, tools: { type: 'string' } },
    })
    return values
  } catch (cause) {
    throw new TerminalFailure('usage', 'Usage: sonde mcp [--write] [--tools NAMES]', { cause })
  }
}

/** `sonde mcp --write --tools usual,certificates` */
export const serveTools: LocalRun = async ({ words, flags, io }) => {
  const { write, tools } = optionsIn(words)
  const selection = readSelection(tools)
  if (typeof selection === 'object' && 'problem' in selection)
    throw new TerminalFailure('usage', `--tools: ${selection.problem}`)
  const { url, facts, token, project } = await connect(flags, io.env)
  const effects = {
    call: openHttpCall({
      url,
      projectHeader: facts.project_header,
      defaultQuery: facts.default_query,
      token,
      program: 'MCP: sonde mcp',
    }),
    now: Date.now,
    newId: randomUUID,
    pause: (ms: number) => pause(ms),
  }
  // A client shows a program that does not start; a refusal of each tool is left to its model.
  const named = project === null ? null : await namedProject(effects, project)
  if (named && 'problem' in named) throw new TerminalFailure('usage', named.problem)
  const toolbox = openToolbox({
    ...effects,
    project: named?.id ?? null,
    writes: write,
    ...(named && { standing: { ...ANYBODY, level: named.level } }),
    selection,
    url,
    // The process serves one client, and its codes end with it.
    confirming: { key: randomBytes(32), caller: 'this process', spent: openSpentCodes() },
  })
  await serveProcess(toolbox, {
    stdin: process.stdin,
    signal: io.interrupted,
    onProblem: ({ message }) => io.err(`sonde mcp: ${plainText(message)}\n`),
  })
  return 0
}
