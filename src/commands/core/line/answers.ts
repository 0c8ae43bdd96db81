import { kinds } from '../../kinds.ts'
import { fitsCommand } from '../already.ts'
import { type Argument, argumentsOf, bulkArgumentOf, lacksOption, nameOfArgument } from '../argument.ts'
import { counted, nounsOf } from '../bulk-words.ts'
import type { Command } from '../command.ts'
import { entityOf, named } from '../naming.ts'
import { timeOf, timeWords, withInstants } from '../time-words.ts'
import { lineNameIn, mayBeShared } from '../unique-name.ts'
import type { Entity, EntityKind, World } from '../world.ts'
import { entitiesLike } from './entities-like.ts'
import { likelyFirst, usedAmong } from './likely.ts'
import { MASK, secretsOf } from './mask-secrets.ts'
import { type Match, matchesOf } from './match.ts'
import { opens } from './opens.ts'
import { nameAmong } from './read-object.ts'
import { isComplete, type Reading, shownProblem } from './reading.ts'
import { MAX_SUGGESTIONS, type Suggestion, type SuggestionGroup, suggestion } from './suggestion.ts'
import { quote } from './tokens.ts'
import { notesOf } from './told-apart.ts'
import { shapeOf } from './value-shape.ts'

/** Suggestions for a line whose command is known: values of its last argument, the closest ones to a wrong value, or more flags. */
export const answersFor = (
  reading: Reading & { readonly command: Command },
  world: World,
  recent: readonly string[] = [],
): readonly SuggestionGroup[] => {
  const { current, piece, command } = reading
  if (piece.text.startsWith('--')) return [flagsLike(reading)]
  const nearest = nearestOf(reading, world)
  if (nearest) return [nearest]
  const answers = current ? answersOf(current, reading, world, recent) : soleOptionOf(reading, world)
  const complete = isComplete(reading)
  // What is marked is what Enter runs: the line as it stands goes before others that go on from it.
  const run: readonly SuggestionGroup[] = complete ? [{ title: 'Ready', items: [readyLine(reading, world)] }] : []
  const options =
    complete ||
    (reading.missing === null &&
      shownProblem(reading) === null &&
      (current === null || lacksOption(command, reading.args)))
      ? flagsLike(reading)
      : null
  const others = answers.map(({ title, items }) => ({
    title,
    items: complete ? items.filter((item) => item.line.trim() !== reading.line.trim()) : items,
  }))
  return [...run, ...others, ...(options ? [options] : [])].filter(({ items }) => items.length > 0)
}

/** The values of an option that is all a command takes, such as the actions of `undo`. */
const soleOptionOf = (reading: Reading & { readonly command: Command }, world: World): readonly SuggestionGroup[] => {
  const [option, ...others] = argumentsOf(reading.command)
  if (!option || option.required || others.length > 0 || reading.args[option.key] !== undefined) return []
  const items = (option.choices?.(world) ?? []).slice(0, MAX_SUGGESTIONS).map(({ value, note = '' }) =>
    suggestion({
      id: `${option.key}:${value}`,
      label: note === '' ? value : note,
      code: note === '' ? null : `${option.flag} ${quote(value)}`,
      icon: reading.command.icon ?? null,
      line: `${reading.line.trimEnd()} ${option.flag} ${quote(value)}`,
      runs: true,
    }),
  )
  return items.length === 0 ? [] : [{ title: titleOf(option), items }]
}

/** What a value in a line stands for, in the words of its object or choice; none where it says that itself. */
const meaningOf = ({ kind, choices }: Argument, value: string, world: World): readonly string[] => {
  if (kind === null) return choices?.(world).flatMap((each) => (each.value === value ? (each.note ?? []) : [])) ?? []
  const name = kinds[kind].named === undefined ? entityOf(value, world.entities(kind))?.name : undefined
  return name === undefined ? [] : [`“${name}”`]
}

/** The whole line, ready to run. A time in it is shown as the reader's clock will show it. */
const readyLine = ({ command, line, args }: Reading & { readonly command: Command }, world: World): Suggestion => {
  const instants = withInstants(args, command.args, world)
  const times = argumentsOf(command).flatMap(({ key, time, required }) => {
    const at = required && time ? timeOf(String(instants[key]), time, world) : null
    return at === null ? [] : [timeWords(at, world)]
  })
  const { title: label, icon } = command
  // How the line was read: a name that ends elsewhere than meant is seen before it runs, and so is the action of a number.
  const note = argumentsOf(command)
    .flatMap((argument) => {
      const value = args[argument.key]
      if (value === undefined) return command.without?.[argument.key]?.(world) ?? []
      return [value].flat().flatMap((each) => meaningOf(argument, String(each), world))
    })
    .join(', ')
  const end = times.join(', ')
  return suggestion({ id: 'run', label, code: line.trim(), note, end, icon: icon ?? 'play', line, runs: true })
}

const nearestOf = (reading: Reading, world: World): SuggestionGroup | null => {
  const problem = shownProblem(reading)
  if (!problem || problem.instead.length === 0) return null
  const { argument } = problem
  const entities = argument?.kind ? world.entities(argument.kind) : []
  const isChoice = problem.fix === null
  const notes = notesOf(problem.instead.flatMap((text) => entityOf(text, entities) ?? []))
  const items = problem.instead.map((text, index) => {
    const entity = entityOf(text, entities)
    return suggestion({
      id: `nearest:${text}`,
      label: entity?.name ?? text,
      ...(!isChoice ? { code: text } : entity ? { note: text } : {}),
      end: (entity && notes.get(entity.id)) ?? '',
      category: entity?.category ?? null,
      icon: argument?.kind ? kinds[argument.kind].icon : 'chevron-right',
      line:
        index === 0 && problem.fix !== null
          ? problem.fix
          : reading.line.slice(0, problem.from) + text + reading.line.slice(problem.to),
    })
  })
  const [one, many] = nounsOf(argument?.kind)
  const title = argument?.kind
    ? isChoice
      ? `Which ${one}?`
      : `Closest ${many}`
    : isChoice
      ? 'One of these'
      : 'Closest'
  return { title, items }
}

const answersOf = (
  argument: Argument,
  reading: Reading,
  world: World,
  recent: readonly string[],
): readonly SuggestionGroup[] => {
  if (argument.kind && kinds[argument.kind].list !== null) return entitiesFor(argument, reading, world, recent)
  if (argument.objects) return objectsFor(argument, reading, argument.objects(world, reading.args) ?? [])
  const shape = shapeOf(argument)
  const given = argument.choices?.(world) ?? []
  const fixed = shape.kind === 'boolean' ? ['true', 'false'] : shape.choices
  const choices = given.length > 0 ? given : fixed.map((value) => ({ value, note: '' }))
  const texts = choices.map((item) => ({ item, texts: [item.value, item.note ?? ''] as const }))
  const items = matchesOf(reading.piece.text, texts, MAX_SUGGESTIONS).map(({ item, ranges }) =>
    answer(reading, argument, quote(item.value), {
      label: item.value,
      ranges: ranges[0] ?? [],
      end: item.note ?? '',
      icon: 'chevron-right',
    }),
  )
  return items.length > 0 ? [{ title: titleOf(argument), items }] : goOn(argument, reading)
}

/** The objects of no kind that an argument names. */
const objectsFor = (argument: Argument, reading: Reading, objects: readonly Entity[]): readonly SuggestionGroup[] => {
  const texts = objects.map((item) => ({ item, texts: [item.name, item.note ?? ''] as const }))
  const items = matchesOf(reading.piece.text, texts, MAX_SUGGESTIONS).map(({ item, ranges }) =>
    answer(reading, argument, quote(nameAmong(item, objects)), {
      label: item.name,
      ranges: ranges[0] ?? [],
      end: item.note ?? '',
      icon: reading.command?.icon ?? null,
    }),
  )
  return items.length === 0 ? [] : [{ title: titleOf(argument), items }]
}

/** Free words are an answer of their own, once there are some. */
const goOn = (argument: Argument, reading: Reading): readonly SuggestionGroup[] => {
  const { piece, line } = reading
  if (piece.text === '' || reading.problems.length > 0 || reading.missing === null) return []
  const label = secretsOf(reading).includes(argument.key) ? MASK : piece.text
  const item = suggestion({ id: 'word', label, icon: 'check', line: `${line} ` })
  return [{ title: titleOf(argument), items: [item] }]
}

const entitiesFor = (
  argument: Argument,
  reading: Reading,
  world: World,
  recent: readonly string[],
): readonly SuggestionGroup[] => {
  const { kind } = argument
  if (!kind) return []
  const entities = world.entities(kind)
  const found = likelyFirst(
    entitiesLike(reading.piece.text, kind, fitting(argument, reading, world), MAX_SUGGESTIONS),
    usedAmong(entities, recent),
    reading.piece.text.trim(),
  )
  const near = nearTo(kind, reading, world)
  const notes = notesOf(found.map((each) => each.item))
  const suggested = ({ item, ranges }: Match<Entity>) => {
    const { id, name, category } = item
    const text = lineNameIn(id, kind, world)
    return answer(reading, argument, text, {
      label: name,
      ranges: ranges[0] ?? [],
      code: kinds[kind].named === 'by any text' ? null : text,
      codeRanges: text === id ? (ranges[1] ?? []) : [],
      end: notes.get(id) ?? '',
      category: category ?? null,
      icon: kinds[kind].icon,
      isHere: near.isFocus && near.ids.has(id),
      named: mayBeShared(item, { kind, world, opens: reading.command !== null && opens(reading.command) })
        ? written(reading, quote(name))
        : null,
    })
  }
  const isNear = ({ item: { id } }: Match<Entity>) => near.ids.has(id)
  const selected = selectedRow(argument, reading, world)
  const groups = [
    { title: 'Selected', items: selected ? [selected] : [] },
    { title: near.title, items: found.filter(isNear).map(suggested) },
    {
      title: near.ids.size > 0 ? `Other ${titleOf(argument).toLowerCase()}s` : titleOf(argument),
      items: found.filter((each) => !isNear(each)).map(suggested),
    },
  ].filter(({ items }) => items.length > 0)
  return groups.length > 0 ? groups : goOn(argument, reading)
}

/** The selected rows as an answer, while none is typed. */
const selectedRow = (argument: Argument, reading: Reading, world: World): Suggestion | null => {
  const { selection } = world
  const { command, piece } = reading
  const isAbout = command !== null && argument === bulkArgumentOf(command) && selection?.kind === argument.kind
  if (!isAbout || piece.text !== '' || !selection || selection.ids.length < 2) return null
  const names = selection.ids.map((id) => lineNameIn(id, selection.kind, world)).join(',')
  return answer(reading, argument, names, {
    label: counted(selection.ids.length, nounsOf(selection.kind)),
    icon: kinds[selection.kind].icon,
    isHere: true,
  })
}

/** The objects to choose from; without those that are not in a state for the command. */
const fitting = (argument: Argument, { command, piece }: Reading, world: World): readonly Entity[] => {
  const entities = argument.kind ? world.entities(argument.kind) : []
  if (!command || argument !== bulkArgumentOf(command)) return entities
  // One that is named whole is meant, and hears that it is so already.
  const meant = named(piece.text, entities)
  return entities.filter((each) => meant.includes(each) || fitsCommand(command, each.id, world))
}

/** What is most likely meant: the row for its kind, and for a location those from which the monitor is called anyway. */
const nearTo = (
  kind: EntityKind,
  reading: Reading,
  world: World,
): { title: string; ids: ReadonlySet<string>; isFocus: boolean } => {
  if (kind !== 'location') {
    const { focus } = world
    return {
      title: `This ${nounsOf(kind)[0]}`,
      ids: new Set(focus?.kind === kind && reading.piece.text === '' ? [focus.id] : []),
      isFocus: true,
    }
  }
  const { monitor } = reading.args
  const schedules = world.known('schedule.list', {})?.data ?? []
  const mine = schedules.filter(({ targets }) => typeof monitor === 'string' && targets.includes(monitor))
  return {
    title: 'On this monitor’s schedule',
    ids: new Set(mine.flatMap(({ locations }) => locations)),
    isFocus: false,
  }
}

/** A line with an answer in it; where nothing is missing then, choosing it carries the line out. */
const answer = (reading: Reading, argument: Argument, text: string, said: Partial<Suggestion>): Suggestion => {
  const { command } = reading
  const others = reading.problems.filter((each) => each.argument !== argument)
  const missing = command
    ? argumentsOf(command).some((each) => each.required && each !== argument && !(each.key in reading.args))
    : true
  const done =
    others.length === 0 &&
    !missing &&
    command !== null &&
    !lacksOption(command, { ...reading.args, [argument.key]: text })
  return suggestion({
    label: text,
    ...said,
    id: `${argument.key}:${text}`,
    line: written(reading, text) + (done ? '' : ' '),
    runs: done,
    opens: command !== null && opens(command),
  })
}

/** The line with a text in the place of what is being typed. */
const written = ({ line, piece }: Reading, text: string): string => {
  const before = line.slice(0, piece.from)
  return before + (piece.from === line.length && !/[\s,=]$/.test(before) ? ' ' : '') + text
}

const flagsLike = (reading: Reading & { readonly command: Command }): SuggestionGroup => {
  const { piece, line, command } = reading
  const before = piece.text.startsWith('--') ? line.slice(0, piece.from) : `${line.trimEnd()} `
  const free = argumentsOf(command).filter((each) => !each.required && isOpen(each, reading))
  const texts = free.map((item) => ({ item, texts: [item.flag, item.prompt ?? ''] as const }))
  const query = piece.text.startsWith('--') ? piece.text : ''
  const items = matchesOf(query, texts, MAX_SUGGESTIONS).map(({ item, ranges }) =>
    suggestion({
      id: item.flag,
      label: item.flag,
      ranges: ranges[0] ?? [],
      note: item.prompt ?? '',
      end: item.kind ? nounsOf(item.kind)[0] : '',
      icon: 'plus',
      line: `${before}${item.flag}${shapeOf(item).kind === 'boolean' ? '' : ' '}`,
    }),
  )
  return { title: 'Options', items }
}

const isOpen = (argument: Argument, { args }: Reading): boolean =>
  args[argument.key] === undefined || ['list', 'pairs', 'map'].includes(shapeOf(argument).kind)

const titleOf = (argument: Argument): string => {
  const name = nameOfArgument(argument)
  return name.charAt(0).toUpperCase() + name.slice(1)
}
