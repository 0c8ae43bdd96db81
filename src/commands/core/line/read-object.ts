import { nameOfArgument } from '../argument.ts'
import { named } from '../naming.ts'
import type { Entity } from '../world.ts'
import { closestTo } from './closest.ts'
import type { Read, Site } from './read-value.ts'
import { beginsWords } from './typed-words.ts'

const MOST_CHOICES = 5

/** Reads a text as the id or the name of one of the objects that an argument names. */
export const readObject = (text: string, { argument, world, args, last }: Site): Read => {
  const objects = argument.objects?.(world, args)
  // Who may not read the list, or has not loaded it yet, names an object by its id.
  if (isId(text) && (objects === undefined || objects.length === 0)) return { value: text }
  const noun = nameOfArgument(argument).replace(/ id$/, '')
  if (objects === undefined)
    return { sentence: `The list for ${noun} is still being loaded.`, instead: [], unfinished: true, isLoading: true }
  const found = named(text, objects)
  const [only] = found
  if (only && found.length === 1) return { value: only.id }
  if (found.length > 1)
    return {
      sentence: `${text} names several: choose one by its id.`,
      instead: found.map(({ id }) => id),
      isChoice: true,
      unfinished: false,
    }
  const partly = objects.filter(({ name }) => beginsWords(text, name))
  const sentence = objects.length === 0 ? `There is no ${noun} to name.` : `No ${noun} is called ${text || 'nothing'}.`
  if (last && partly.length > 0) return { sentence, instead: [], unfinished: true }
  const near = closestTo(
    text,
    objects.map(({ name }) => name),
  )
  if (near.length > 0) return { sentence, instead: near, unfinished: false }
  return {
    sentence,
    instead: partly.slice(0, MOST_CHOICES).map((each) => nameAmong(each, objects)),
    isChoice: true,
    unfinished: false,
  }
}

const isId = (text: string): boolean => /^[\w-]{16,64}$/.test(text)

/** The name of an object, or its id where the name is another's too. */
export const nameAmong = ({ id, name }: Entity, objects: readonly Entity[]): string =>
  named(name, objects).length === 1 ? name : id
