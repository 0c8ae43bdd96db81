import { fileIdsOf } from '../../domain/monitors/body-rules.ts'
import { filesOfProjects } from '../store/files/run-files.ts'
import type { IngredientSource, Order } from './ingredients.ts'

const idsOf = ({ monitor: { doc } }: Order): string[] => {
  const { parts = [], file_id = null } = doc.request
  // Most monitors send none, and are not looked at further.
  if (file_id === null && parts.length === 0) return []
  return fileIdsOf({ file_id, parts: parts.map(({ value: _, secret: __, ...part }) => part) })
}

/** The stored files of a run: the agent loads each by its id and hash. A file that is gone is left out, which the agent reports. */
export const runFiles: IngredientSource = async (db, orders) => {
  const asked = orders.map((order) => ({ projectKey: order.leased.project_key, ids: idsOf(order) }))
  const asking = asked.filter(({ ids }) => ids.length > 0)
  if (asking.length === 0) return () => ({})
  const found = await filesOfProjects(db, asking)
  return (order) => {
    const files = idsOf(order).flatMap((id) => {
      const file = found.get(`${order.leased.project_key} ${id}`)
      if (!file) return []
      const { file_name: name, media_type, size, sha256 } = file
      return [{ id, name, media_type, size, sha256 }]
    })
    return files.length === 0 ? {} : { fields: { files } }
  }
}
