import { presentingOrigin } from '../../domain/certificates/presenting.ts'
import { certificatesOfProjects, openCertificate } from '../store/certificates/certificates.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { IngredientSource, Order } from './ingredients.ts'

const originOf = ({ monitor: { doc } }: Order): string | undefined => presentingOrigin(doc.request.url)

/**
 * The client certificate of a run: that of its project's organization for the origin that it calls. Of several, the one that was stored
 * last is taken. A certificate of the run's auth setting goes before it.
 */
export const organizationCertificates =
  (sealing: SecretCipher): IngredientSource =>
  async (db, orders) => {
    const asking = orders.filter((order) => originOf(order) !== undefined)
    if (asking.length === 0) return () => ({})
    const found = await certificatesOfProjects(db, [...new Set(asking.map(({ leased }) => leased.project_key))])
    if (found.length === 0) return () => ({})
    return (order) => {
      const origin = originOf(order)
      const certificate = found.find(
        ({ project_key, doc }) =>
          origin !== undefined && project_key === order.leased.project_key && doc.origins.includes(origin),
      )
      if (!certificate) return {}
      const { origins, ...opened } = openCertificate(certificate.doc, sealing)
      return {
        held: [{ name: `The certificate “${certificate.name}”`, origins }],
        secrets: [opened.key],
        fields: { client_certificate: opened },
      }
    }
  }
