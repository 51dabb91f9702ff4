// Machines that can be cut off: a network namespace for each, on one bridge of this machine. Linux and root only.

import { run } from '../world/postgres-process.ts'

export interface Machine {
  readonly address: string
  /** What runs a program on this machine. */
  readonly prefix: readonly string[]
  /** Drops all packets from and to these addresses, or everyone. */
  cutOff(from?: readonly string[]): Promise<void>
  heal(): Promise<void>
}

export interface Network {
  readonly machines: readonly Machine[]
  /** This machine's own address in it. */
  readonly address: string
  remove(): Promise<void>
}

const ip = (...args: string[]) => run('ip', args)

/** Starts a network of this many machines. */
export async function startNetwork(count: number): Promise<Network> {
  const id = process.pid % 10_000
  const subnet = `10.${100 + (id % 100)}.${Math.floor(id / 100)}`
  const bridge = `ehb${id}`
  await ip('link', 'add', bridge, 'type', 'bridge')
  await ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  const namespaces: string[] = []
  const addMachine = async (index: number): Promise<Machine> => {
    const [namespace, link, address] = [`eh${id}n${index}`, `ehv${id}n${index}`, `${subnet}.${11 + index}`]
    await ip('netns', 'add', namespace)
    namespaces.push(namespace)
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
    await ip('link', 'set', link, 'master', bridge, 'up')
    await ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    await ip('-n', namespace, 'link', 'set', 'eth0', 'up')
    await ip('-n', namespace, 'link', 'set', 'lo', 'up')
    const prefix = ['ip', 'netns', 'exec', namespace]
    const iptables = (...args: string[]) => run('ip', [...prefix.slice(1), 'iptables', '-w', ...args])
    return {
      address,
      prefix,
      cutOff: async (from) => {
        for (const peer of from ?? ['0.0.0.0/0']) {
          await iptables('-A', 'INPUT', '-i', 'eth0', '-s', peer, '-j', 'DROP')
          await iptables('-A', 'OUTPUT', '-o', 'eth0', '-d', peer, '-j', 'DROP')
        }
      },
      heal: async () => {
        await iptables('-F')
      },
    }
  }
  const machines: Machine[] = []
  for (let index = 0; index < count; index++) machines.push(await addMachine(index))
  return {
    machines,
    address: `${subnet}.1`,
    remove: async () => {
      for (const namespace of namespaces) await ip('netns', 'del', namespace)
      await ip('link', 'del', bridge)
    },
  }
}
