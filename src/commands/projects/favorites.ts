import { MOST_FAVORITES } from '../../contract/accounts/appearance.ts'
import { type Command, command } from '../core/command.ts'
import type { World } from '../core/world.ts'

const nameOf = (world: World, id: string): string =>
  world.entities('project').find((each) => each.id === id)?.name ?? 'The project'

const args = { project: 'string' } as const
const of = { project: 'project' } as const

/** Favorite projects, which lists of projects show first. */
export const favoriteCommands: readonly Command[] = [
  command({
    id: 'project.star',
    words: 'star project',
    title: 'Add to favorites',
    icon: 'star',
    args,
    of,
    undo: (given) => ({ id: 'project.unstar', args: given }),
    run({ project }, world) {
      const { favorites } = world.preferences
      if (favorites.includes(project)) return
      if (favorites.length >= MOST_FAVORITES) {
        world.tell(`You have ${MOST_FAVORITES} favorites, the most there may be: remove one first`, {
          category: 'WARNING',
        })
        return
      }
      world.send('preferences', { type: 'SET', favorites: [...favorites, project] })
      world.tell(`“${nameOf(world, project)}” is a favorite now`)
    },
  }),
  command({
    id: 'project.unstar',
    words: 'unstar project',
    title: 'Remove from favorites',
    icon: 'star',
    args,
    of,
    undo: (given) => ({ id: 'project.star', args: given }),
    run({ project }, world) {
      const favorites = world.preferences.favorites.filter((id) => id !== project)
      world.send('preferences', { type: 'SET', favorites })
      world.tell(`“${nameOf(world, project)}” is no favorite any more`)
    },
  }),
]
