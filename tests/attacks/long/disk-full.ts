import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { compareLedgers, countDoubled, countLost, readLedger } from '../../faults/ledger.ts'
import { openWorld, type World } from '../../faults/world.ts'
import type { Attack } from '../attack.ts'

const DISK_MB = 700
/**
 * The disk stays full until nothing was acknowledged for this many seconds: the free space inside the database's files must run out
 * first.
 */
const STILL_SECONDS = 15
const PATIENCE_SECONDS = 180
const TIMES = 2
const PIECE = Buffer.alloc(64 * 1024, 1)

/** Fills all free space, including space that becomes free, until stopped. */
const fill = (file: string) => {
  const fd = openSync(file, 'w')
  const more = () => {
    for (const part of [PIECE, PIECE.subarray(0, 4096)])
      try {
        for (;;) writeSync(fd, part)
      } catch {
        // Expected: the disk is full.
      }
  }
  more()
  const timer = setInterval(more, 50)
  return () => {
    clearInterval(timer)
    closeSync(fd)
    rmSync(file)
  }
}

const fillOnce = async (world: World, disk: string): Promise<{ seen: boolean; recoveredMs: number }> => {
  const { installation, reporter } = world
  const free = fill(join(disk, 'filler'))
  let stillSeconds = 0
  try {
    for (let second = 0; second < PATIENCE_SECONDS && stillSeconds < STILL_SECONDS; second++) {
      const before = reporter.acknowledged.size
      await wait(1000)
      stillSeconds = reporter.acknowledged.size === before ? stillSeconds + 1 : 0
    }
  } finally {
    free()
  }
  const began = performance.now()
  await installation.healthy()
  await world.acknowledgedMore(50)
  return { seen: stillSeconds >= STILL_SECONDS, recoveredMs: performance.now() - began }
}

/**
 * Fills the disk of the database and of all agents' spools repeatedly while the server works. No acknowledged data may be lost or stored
 * twice, and everything must recover by itself once there is space.
 */
export const attack: Attack = async (say) => {
  const disk = mkdtempSync(join(tmpdir(), 'sonde-disk-'))
  chmodSync(disk, 0o755)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'sonde-test', disk], { stdio: 'ignore' })
  } catch {
    rmSync(disk, { recursive: true, force: true })
    say('  disk full: not tried, since only root may mount a small disk')
    return []
  }
  try {
    const world = await openWorld(disk)
    try {
      const { installation, reporter } = world
      await world.acknowledgedMore(200)
      const before = await readLedger(installation)
      let told = 0
      let slowestMs = 0
      for (let time = 0; time < TIMES; time++) {
        const { seen, recoveredMs } = await fillOnce(world, disk)
        say(
          `  disk full: ${seen ? 'nothing was stored meanwhile' : 'it went on storing'}, back after ${Math.round(recoveredMs)} ms`,
        )
        told += seen ? 1 : 0
        slowestMs = Math.max(slowestMs, recoveredMs)
        await world.acknowledgedMore(200)
      }
      const { lost, doubled } = compareLedgers(before, await readLedger(installation))
      // Before the load ends, because the schedule's slots are removed with it.
      const [late] = await installation.query<{ late: number; missed: number; all: number }>(
        `select (select count(*)::int from result where source > 0 and started - due > 1000) as late,
          (select coalesce(sum(missed), 0)::int from slot) as missed, (select count(*)::int from result where source > 0) as all`,
      )
      await world.endLoad()
      const unstored = await countLost(installation, reporter)
      const twice = await countDoubled(installation)
      const log = readFileSync(join(installation.folder, 'data/postgres.log'), 'utf8')
      const refusals = log.split('No space left on device').length - 1
      return [
        {
          figure: `disk full: times nothing could be stored, of ${TIMES}`,
          value: told,
          unit: 'times',
          target: `= ${TIMES}`,
        },
        { figure: 'disk full: writes that PostgreSQL refused', value: refusals, unit: 'writes', target: '> 0' },
        {
          figure: `disk full: acknowledged results lost, of ${reporter.acknowledged.size}`,
          value: unstored,
          unit: 'results',
          target: '= 0',
        },
        { figure: `disk full: due runs lost, of ${late?.all}`, value: lost, unit: 'runs', target: '= 0' },
        { figure: 'disk full: results doubled', value: doubled + twice, unit: 'results', target: '= 0' },
        { figure: 'disk full: runs made late', value: late?.late ?? 0, unit: 'runs' },
        { figure: 'disk full: runs not made, and counted', value: late?.missed ?? 0, unit: 'runs' },
        {
          figure: 'disk full: until it stores again once there is room',
          value: slowestMs / 1000,
          unit: 's',
          target: '< 30',
        },
      ]
    } finally {
      await world.close()
    }
  } finally {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  }
}
