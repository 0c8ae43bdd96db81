import { counted } from '../core/bulk-words.ts'
import { type Command, command } from '../core/command.ts'
import { slugOf } from '../core/naming.ts'
import { objectsIn, ofOrganization } from '../core/objects.ts'

const name = '1 <= string <= 400'
const pem = '1 <= string <= 65536'

const objects = {
  certificate_id: objectsIn('certificate.list', ofOrganization, ({ data }) =>
    data.map(({ id, name, subject: note }) => ({ id, name, note })),
  ),
}
const prompts = {
  name: 'Which name?',
  certificate: 'Which certificate, as PEM?',
  private_key: 'Which private key, as PEM?',
  passphrase: 'Which passphrase does the key have?',
  origins: 'Which origins may it be presented to?',
}
const secret = ['private_key', 'passphrase'] as const

/** Monitors that the confirmation names. */
const NAMED = 5

/** Commands on the client certificates of an organization. */
export const certificateCommands: readonly Command[] = [
  command({
    id: 'certificate.create',
    words: 'create certificate',
    title: 'Add certificate',
    pending: 'Adding',
    icon: 'plus',
    effect: 'write',
    args: {
      organization: 'string',
      name,
      certificate: pem,
      private_key: pem,
      origins: 'string[]',
      'passphrase?': 'string <= 1024',
    },
    of: { organization: 'collection' },
    prompts,
    secret,
    writes: ['certificate.create'],
    async run({ organization, ...body }, world) {
      const made = await world.call('certificate.create', { params: { org: organization }, body })
      world.tell(`“${made.name}” added`)
    },
  }),
  command({
    id: 'certificate.update',
    words: 'change certificate',
    title: 'Change certificate',
    pending: 'Saving',
    icon: 'edit',
    effect: 'write',
    args: {
      organization: 'string',
      certificate_id: 'string',
      'name?': name,
      'certificate?': pem,
      'private_key?': pem,
      'origins?': 'string[]',
      'passphrase?': 'string <= 1024',
    },
    of: { organization: 'collection' },
    objects,
    prompts: { ...prompts, certificate_id: 'Which certificate?' },
    secret,
    needsOption: true,
    writes: ['certificate.update'],
    async run({ organization, certificate_id, ...body }, world) {
      await world.call('certificate.update', { params: { org: organization, id: certificate_id }, body })
      world.tell('Certificate changed')
    },
  }),
  command({
    id: 'certificate.remove',
    words: 'delete certificate',
    title: 'Delete',
    pending: 'Deleting',
    icon: 'trash',
    effect: 'destroy',
    args: { organization: 'string', certificate_id: 'string' },
    of: { organization: 'collection' },
    objects,
    prompts: { certificate_id: 'Which certificate?' },
    confirm({ organization, certificate_id: id }, world) {
      const known = world.known('certificate.list', { params: { org: organization } })
      const row = known?.data.find((each) => each.id === id)
      const name = row?.name ?? id
      const count = row?.used_by_count ?? 0
      const named = row?.used_by.slice(0, NAMED).map((user) => `${user.name} (${user.project})`) ?? []
      return {
        question: `Delete the certificate “${name}” permanently?`,
        effects: [
          ...(count === 0
            ? ['Calls can no longer present it']
            : [`${counted(count, ['monitor', 'monitors'])} can no longer present it`, ...named]),
          ...(count > named.length ? [`and ${count - named.length} more`] : []),
          'Its private key is not kept',
        ],
        word: slugOf(name).slice(0, 24).replace(/-$/, '') || 'certificate',
        name,
        button: 'Delete certificate',
      }
    },
    writes: ['certificate.remove'],
    async run({ organization, certificate_id }, world) {
      await world.call('certificate.remove', { params: { org: organization, id: certificate_id } })
      world.tell('Certificate deleted')
    },
  }),
]
