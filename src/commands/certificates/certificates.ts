import { type Command, command } from '../core/command.ts'

const name = '1 <= string <= 400'
const pem = '1 <= string <= 65536'

const prompts = {
  name: 'Which name?',
  certificate: 'Which certificate, as PEM?',
  private_key: 'Which private key, as PEM?',
  passphrase: 'Which passphrase does the key have?',
  origins: 'Which origins may it be presented to?',
}
const secret = ['private_key', 'passphrase'] as const

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
    prompts: { ...prompts, certificate_id: 'Which id does the certificate have?' },
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
    prompts: { certificate_id: 'Which id does the certificate have?' },
    confirm: ({ certificate_id: id }) => ({
      question: 'Delete this certificate permanently?',
      effects: ['Calls can no longer present it', 'Its private key is not kept'],
      word: 'certificate',
      name: id,
      button: 'Delete certificate',
    }),
    writes: ['certificate.remove'],
    async run({ organization, certificate_id }, world) {
      await world.call('certificate.remove', { params: { org: organization, id: certificate_id } })
      world.tell('Certificate deleted')
    },
  }),
]
